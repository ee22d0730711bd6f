import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isGuestEmail, passwordStrength, safeReturnPath } from "./rules.ts";

describe("where to go after logging in", () => {
  test.each([
    ["/mes-sessions?type=passees#haut", "/mes-sessions?type=passees#haut"],
    ["/session/0193", "/session/0193"],
    ["/", "/"],
    ["/a/../b", "/b"],
  ])("%s is a path of this site", (value, path) => expect(safeReturnPath(value)).toBe(path));

  test.each([
    null,
    undefined,
    "",
    "profil",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/..//evil.example",
    "/.//evil.example",
    " //evil.example",
    "/\u0000/evil",
    `/sessions?q=${"<".repeat(1_000)}`,
  ])("%o is not", (value) => expect(safeReturnPath(value)).toBe("/profil"));

  test("whatever is given, a browser stays on the site", () => {
    const part = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      ":",
      "@",
      "?",
      "#",
      "\t",
      "\n",
      "%2f",
      "evil",
      "http:",
      "\u0000",
      "é",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join("")),
          fc.string(),
        ),
        (value) => {
          const target = new URL(safeReturnPath(value), "https://parenthese.example.fr/connexion");
          expect(target.origin).toBe("https://parenthese.example.fr");
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

test.each([
  ["julie.martin@example.fr", true],
  ["julie+yoga@mail.example.co.uk", true],
  ["zoé@café.example", true],
  ["", false],
  ["julie", false],
  ["julie@", false],
  // What the provider refuses as the payer's address: nobody could pay.
  ["julie@example", false],
  ["julie@example.", false],
  ["julie@.fr", false],
  ["julie@example..fr", false],
  ["6`@&", false],
])("« %s » can be a guest's: %s", (email, expected) => {
  expect(isGuestEmail(email)).toBe(expected);
});

test("the strength of a password is a hint of its length and variety", () => {
  expect(["azerty", "parent", "aaaaaaaaaaaaaaaa"].map(passwordStrength)).toEqual([
    "weak",
    "weak",
    "weak",
  ]);
  expect(["parenthese", "Azerty12"].map(passwordStrength)).toEqual(["weak", "fair"]);
  expect(["Le thé vert, 8 h 30", "correct cheval pile agrafe"].map(passwordStrength)).toEqual([
    "strong",
    "strong",
  ]);
});
