/** Names as they are looked for; see `core/text/folding.py`, whose comments say why. */
const OPTIONAL_MARKS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]/gu;
const PLAIN_LETTERS = {
  ß: "ss",
  ς: "σ",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  æ: "ae",
  œ: "oe",
  þ: "th",
};
const STROKED = new RegExp(`[${Object.keys(PLAIN_LETTERS).join("")}]`, "gu");
const IDEOGRAPH = /([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])/gu;
const WORD = /[\p{L}\p{N}\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff]+/gu;

/** The words of a name, folded; of signs alone, the signs. A test holds it to `looked_for` there. */
export function lookedFor(name) {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replace(OPTIONAL_MARKS, "")
    .replace(STROKED, (letter) => PLAIN_LETTERS[letter])
    .normalize("NFC")
    .trim()
    .replace(/\s+/gu, " ");
  const words = plain.replace(IDEOGRAPH, " $1 ").match(WORD);
  return words ? words.join(" ") : plain;
}
