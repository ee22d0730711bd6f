function plain(letter: string): string {
  return letter
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace("œ", "oe")
    .replace("æ", "ae")
    .replace(/[^a-z0-9]/g, "");
}

/** Splits a label into before, match and after; without a match, the first is the whole label. */
export function matchedParts(label: string, typed: string): [string, string, string] {
  const text = label.normalize();
  const wanted = [...typed.normalize()].map((letter) => plain(letter) || " ").join("");
  const words = wanted.trim().replace(/ +/g, " ");
  const found: { letter: string; from: number; to: number }[] = [];
  let from = 0;
  for (const letter of text) {
    const to = from + letter.length;
    const letters = plain(letter);
    for (const each of letters) found.push({ letter: each, from, to });
    if (letters === "" && found.at(-1)?.letter !== " ") found.push({ letter: " ", from, to });
    from = to;
  }
  const at = ` ${found.map(({ letter }) => letter).join("")}`.indexOf(` ${words}`);
  const first = found[at];
  const last = found[at + words.length - 1];
  if (words === "" || !first || !last) return [text, "", ""];
  return [text.slice(0, first.from), text.slice(first.from, last.to), text.slice(last.to)];
}
