import { readRepository } from "./cited-rules.ts";

/**
 * A comment that begins like this is a fragment (« Of a guest's account. »): it leaves its reader to
 * find the verb, and hardly ever says why.
 */
const FRAGMENT = /^\s*(?:\{?\/\*\*?|\*|\/\/)\s*(?:What|Who|Whoever|Whose|Whom|Of)\b/;

/** A docstring that another one follows: one of both has lost what it was about. */
const TWICE = /\*\/\n[ \t]*\/\*\*[^\n]*/g;

/** Docstrings that stand before another one, each as the line where that begins. */
export function doubledIn(text: string): string[] {
  return (text.match(TWICE) ?? []).map((found) => found.split("\n").at(-1)?.trim() ?? "");
}

/** Comments that begin as a fragment, each as its line. Lines in the middle of one do not count. */
export function fragmentsIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) => {
    if (!FRAGMENT.test(line)) return false;
    const above = lines[at - 1]?.trim() ?? "";
    const opens = /^\s*\{?\/\*/.test(line) || (line.includes("//") && !above.startsWith("//"));
    return opens || /^\{?\/\*\*?$/.test(above);
  });
}

/** The fragments and doubled docstrings in all files of the product, each as « file: line ». */
export function findUnsound(): string[] {
  const files = [...readRepository()].filter(([file]) => /\.(ts|tsx|mjs|css)$/.test(file));
  if (files.length === 0) throw new Error("No file was read.");
  return files.flatMap(([file, text]) =>
    [...fragmentsIn(text), ...doubledIn(text)].map((line) => `${file}: ${line}`),
  );
}
