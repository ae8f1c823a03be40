/** The form under which names are searched; the same as in `core/viewing/folding.py`. */
export function folded(name) {
  const letters = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "");
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim() || letters.trim();
}
