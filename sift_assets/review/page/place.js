// Where somebody is: in the address, so that a reload stays there; and what this tab remembers.

const WANTED = ["kind", "type", "text", "least", "most"];

/** Return the view, the key or subject, and what is wanted, as the address says. */
export function place() {
  const [path, query = ""] = location.hash.slice(1).split("?");
  const [view = "", key = ""] = path.split("/");
  const given = new URLSearchParams(query);
  const wanted = Object.fromEntries(WANTED.map((name) => [name, given.get(name) || ""]));
  return { view: view || "review", key: decoded(key), wanted, query: query ? `?${query}` : "" };
}

/** Go to a view; the same things stay wanted unless others are given. */
export function go(view, key = "", wanted = place().wanted) {
  const given = Object.entries(wanted).filter(([, value]) => value);
  const query = given.length ? `?${new URLSearchParams(given)}` : "";
  location.hash = `${view}${key ? `/${encodeURIComponent(key)}` : ""}${query}`;
}

/** Return a set that this tab remembers, over reloads as well. */
export function memory(name) {
  return new Set(JSON.parse(sessionStorage.getItem(name) || "[]"));
}

/** Let this tab remember a set. */
export function kept(name, values) {
  sessionStorage.setItem(name, JSON.stringify([...values]));
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
