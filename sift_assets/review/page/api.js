// Asking the server, and telling it what somebody says so that nothing said is lost.

const UNSENT = "unsent";
const PAUSES = [1000, 2000, 4000, 8000];

let csrf = "";

/** The server answered, and will not: `status` and `body` as it said. */
export class Refused extends Error {
  constructor(status, body) {
    super(body.error || `The server answered with ${status}.`);
    this.status = status;
    this.body = body;
  }
}

/** No answer came. */
export class Lost extends Error {
  constructor() {
    super("The server does not answer. Is `sift serve` still running?");
  }
}

/** Open the session of this browser; return who is there. */
export async function openSession() {
  const found = await answer("/api/session", {});
  csrf = found.csrf;
  return found;
}

/** Open the session by a token. */
export async function enter(token) {
  const found = await answer("/api/enter", posted({ token }));
  csrf = found.csrf;
  return found;
}

/** End the session. */
export async function leave() {
  await answer("/api/leave", posted({}));
}

/** Ask a question; `words` that are empty are left out. */
export async function ask(name, words = {}) {
  const given = Object.entries(words).filter(([, value]) => value !== "" && value !== null);
  return answer(`/api/${name}?${new URLSearchParams(given)}`, {});
}

/** Tell the server something once: what is not known to have arrived is not sent again. */
export async function post(name, body) {
  return answer(`/api/${name}`, posted(body));
}

/** Return what was said and is not known to be saved, null for nothing. */
export function unsent() {
  return JSON.parse(sessionStorage.getItem(UNSENT) || "null");
}

/** Give up what was said and not saved. */
export function discard() {
  sessionStorage.removeItem(UNSENT);
}

/**
 * Tell the server something, again and again until it has answered.
 *
 * What is told is kept in this tab until then, over reloads as well. It names what was shown and
 * the last decision that was known, so that it counts once, however often it arrives.
 * `onWait` is called with the reason each time that it has to be repeated.
 */
export async function say(saying, onWait) {
  sessionStorage.setItem(UNSENT, JSON.stringify(saying));
  for (let turn = 0; ; turn += 1) {
    try {
      const found = await toldOnce(saying);
      discard();
      return found;
    } catch (error) {
      const isPassing = error instanceof Lost || (error instanceof Refused && error.status >= 500);
      if (!isPassing) {
        if (error.status !== 401) discard();
        throw error;
      }
      onWait(error.message);
    }
    await pause(PAUSES[Math.min(turn, PAUSES.length - 1)]);
    if (unsent() === null) throw new Refused(0, { error: "Given up: it was not saved." });
  }
}

async function toldOnce(saying) {
  try {
    return await answer(`/api/${saying.name}`, posted(saying.body));
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    await openSession(); // the server was started anew
    return answer(`/api/${saying.name}`, posted(saying.body));
  }
}

function posted(body) {
  const headers = { "Content-Type": "application/json", "X-Sift-CSRF": csrf };
  return { method: "POST", headers, body: JSON.stringify(body) };
}

async function answer(address, options) {
  let response = null;
  let text = "";
  try {
    response = await fetch(address, { credentials: "same-origin", cache: "no-store", ...options });
    text = await response.text();
  } catch {
    throw new Lost();
  }
  let body = {};
  try {
    body = JSON.parse(text);
  } catch {
    body = { error: `The server answered with ${response.status}, not with data.` };
    if (response.ok) throw new Refused(500, body);
  }
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    window.addEventListener("online", resolve, { once: true });
  });
}
