// Building what is shown. Text only ever becomes text: nothing here can make markup of it.

/** Return an element with these attributes and children; `on…` are listeners. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...present(children));
  return made;
}

/** Put something in the place of all that is in an element; null and empty texts are nothing. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

function present(children) {
  return children
    .flat(Infinity)
    .filter((one) => one !== null && one !== undefined && one !== false && one !== "");
}

/** Return a command as people type it. */
export function command(words) {
  return el("code", {}, words);
}

/** Return text of a document, kept apart from the order of writing of what is around it. */
export function foreign(text) {
  return el("bdi", {}, text);
}

/** Return a link to another site where the address is one, else the words alone. */
export function outside(address, words) {
  let url = null;
  try {
    url = new URL(address);
  } catch {
    return el("span", {}, words);
  }
  if (!["http:", "https:"].includes(url.protocol)) return el("span", {}, words);
  return el("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, words);
}

/** Return "1 document", "3 documents". */
export function counted(count, what) {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

/** Return "first to last", or whichever of the two there is. */
export function span(first, last) {
  if (!first && !last) return "";
  return first === last ? first : `${first || "…"} to ${last || "…"}`;
}

/** Return a time of the log to the minute. */
export function moment(time) {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}

/** Show a title and something below it over the page. */
export function openDialog(title, ...children) {
  const dialog = document.getElementById("dialog");
  fill(
    dialog,
    el(
      "button",
      { type: "button", class: "close", onclick: () => dialog.close() },
      "Close ",
      el("kbd", {}, "Esc"),
    ),
    el("h2", { id: "dialog-title" }, title),
    ...children,
  );
  if (!dialog.open) dialog.showModal();
  return dialog;
}
