import fs from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { citedIn, placesOf, readRepository } from "../scripts/cited-rules.ts";

const root = path.resolve(import.meta.dirname, "..");

/** Numbers of documents that this repository does not hold, which nobody could look up. */
const FOREIGN = /\bR\d{1,2}\b|\bS\d ?§|§ ?\d/;
const RULE = /^\*\*([a-z]+(?:-[a-z]+)*)\.\*\* /gm;

/** Everything wrong with the citations in these files, one line each. */
function faultsOf(rules: readonly string[], files: ReadonlyMap<string, string>): string[] {
  const cited = new Set<string>();
  const faults = [...files].flatMap(([file, text]) => {
    const names = citedIn(text);
    for (const name of names) cited.add(name);
    const unknown = names.filter((name) => !rules.includes(name));
    const foreign = text.split("\n").filter((line) => FOREIGN.test(line));
    return [
      ...unknown.map((name) => `${file} cites « ${name} », which is no rule`),
      ...foreign.map((line) => `${file} cites by number: ${line.trim()}`),
    ];
  });
  const uncited = rules.filter((name) => !cited.has(name));
  return [...faults, ...uncited.map((name) => `nothing cites « ${name} »`)];
}

describe("the rules of the business (docs/rules.md)", () => {
  const text = fs.readFileSync(path.join(root, "docs/rules.md"), "utf8");
  const rules = [...text.matchAll(RULE)].map(([, name = ""]) => name);

  test("have a name each", () => {
    expect(rules.length).toBeGreaterThan(50);
    expect(new Set(rules).size).toBe(rules.length);
  });

  test("are cited by names that exist, each of them somewhere, and never by number", () => {
    expect(faultsOf(rules, readRepository())).toEqual([]);
  });

  test("lead to the code that decides: rules first, then use cases; a table alone decides nothing", () => {
    const cites = "// Kept (rule: seat-hold).";
    const files = ["core/a/take.server.ts", "core/a/rules.ts", "core/a/rules.test.ts", "docs/b.md"];
    expect(placesOf("seat-hold", new Map(files.map((file) => [file, cites])))).toEqual([
      "core/a/rules.ts",
      "core/a/take.server.ts",
    ]);
    expect(placesOf("seat-hold", new Map([["core/tables/a.server.ts", cites]]))).toEqual([]);
  });

  test("are missed when a name is wrong, a number comes back or a rule has lost its code", () => {
    const planted = new Map([
      ["a.ts", "/**\n * Holds a seat (rules: seat-hold,\n * no-such-rule).\n */"],
      ["b.ts", `// As R${27} has it.`],
      ["c.tsx", `{/* S${2}§${5} */}`],
    ]);
    expect(faultsOf(["seat-hold", "forgotten"], planted)).toEqual([
      "a.ts cites « no-such-rule », which is no rule",
      `b.ts cites by number: // As R${27} has it.`,
      `c.tsx cites by number: {/* S${2}§${5} */}`,
      "nothing cites « forgotten »",
    ]);
  });
});
