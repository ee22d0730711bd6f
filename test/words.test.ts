import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
/** packages/ is a product of its own and keeps its own rules. */
const FOLDERS = ["api", "app", "bench", "cli", "core", "db", "launch", "mails", "platform"].concat(
  ...["scripts", "server", "site", "test"],
);

/**
 * A comment that begins like this is a fragment (« Of a guest's account. »): it leaves its reader to
 * find the verb, and hardly ever says why.
 */
const FRAGMENT = /^\s*(?:\{?\/\*\*?|\*|\/\/)\s*(?:What|Who|Whoever|Whose|Whom|Of)\b/;

/** Comments that begin as a fragment, each as its line. Lines in the middle of one do not count. */
function fragmentsIn(text: string): string[] {
  const lines = text.split("\n");
  return lines.filter((line, at) => {
    if (!FRAGMENT.test(line)) return false;
    const above = lines[at - 1]?.trim() ?? "";
    const opens = /^\s*\{?\/\*/.test(line) || (line.includes("//") && !above.startsWith("//"));
    return opens || /^\{?\/\*\*?$/.test(above);
  });
}

test("comments are sentences: none begins with What, Who, Whoever or Of", () => {
  const files = FOLDERS.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((file) => path.join(folder, file)),
  ).filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));
  const found = files.flatMap((file) =>
    fragmentsIn(fs.readFileSync(path.join(root, file), "utf8")).map((line) => `${file}: ${line}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

test("a fragment is found wherever a comment can begin, and nowhere else", () => {
  const planted = [
    "/** Of a guest's account, for the things bought. */",
    "/**\n * Whoever asks is told.\n */",
    "  // What it is.",
    "{/* Who is here. */}",
  ];
  for (const text of planted) expect(fragmentsIn(text), text).toHaveLength(1);
  const sound = [
    "/**\n * Sends a guest their password, once per purchase.\n * Whoever asks twice gets one mail.\n */",
    "// Holds the seat\n// Of the slot.",
    "const Of = 1;",
    "/** Offers what can be booked. */",
  ];
  for (const text of sound) expect(fragmentsIn(text), text).toEqual([]);
});
