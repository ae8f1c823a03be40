/** Colours of types and communities, legible on light and on dark. */

const LIGHT = [
  "#2f6db5", "#c8701c", "#2e8b63", "#a8458f", "#7a5fc0", "#b8433f",
  "#1f8a9c", "#94791a", "#5e7430", "#8a5a44", "#4f5f8f", "#b35478",
]; // prettier-ignore
const DARK = [
  "#6ea8e8", "#f0a35a", "#62c49a", "#dc86c6", "#ab95ec", "#ee827c",
  "#5cc5d6", "#d0b24e", "#a2bd6a", "#c99a80", "#94a6dc", "#ea93b2",
]; // prettier-ignore

/** Types that have the same colour in every graph; the others take what is left, in order. */
const FIXED = { PERSON: 0, ORGANIZATION: 1, LOCATION: 2, EVENT: 3, DOCUMENT: 4 };

/** Degrees between the hues of communities: the golden angle keeps neighbours in number apart. */
const GOLDEN_ANGLE = 137.508;

/** Whether the page is dark now. */
export function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

/** The colour of each type, by number; `own` has those that the reader chose. */
export function typeColours(data, own) {
  const palette = isDark() ? DARK : LIGHT;
  const free = palette.map((_, number) => number).filter((number) => !takenBy(data, number));
  let next = 0;
  return data.types.map(([name], number) => {
    if (own.has(number)) return own.get(number);
    const fixed = FIXED[name];
    return palette[fixed ?? free[next++ % free.length]];
  });
}

/** The colour of a community's region, or of its outline and label. */
export function communityColour(number, part) {
  const hue = Math.round((number * GOLDEN_ANGLE + 210) % 360);
  const dark = isDark();
  if (part === "label") return dark ? `hsl(${hue} 45% 76%)` : `hsl(${hue} 45% 30%)`;
  if (part === "line") return dark ? `hsl(${hue} 28% 32%)` : `hsl(${hue} 40% 80%)`;
  return dark ? `hsl(${hue} 30% 17%)` : `hsl(${hue} 55% 95%)`;
}

/** A colour of the style sheet. */
export function ink(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

function takenBy(data, number) {
  return data.types.some(([name]) => FIXED[name] === number);
}
