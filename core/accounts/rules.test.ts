import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { mailboxOf } from "../mailbox.ts";
import { safeReturnPath, withSuite } from "./return-paths/rules.ts";
import { EMAIL, isEmail } from "./rules.ts";
import { emailAddress, guestEmail } from "./schema.ts";

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

  test.each([
    ["/profil", null, "/connexion"],
    ["/session/1?creneau=2", null, "/connexion?suite=%2Fsession%2F1%3Fcreneau%3D2"],
    ["/profil", "a&b", "/connexion?favori=a%26b"],
    ["/sessions", "7", "/connexion?suite=%2Fsessions&favori=7"],
  ])("%s, with the heart %o, is carried along", (next, favorite, path) => {
    expect(withSuite("/connexion", next, favorite)).toBe(path);
  });

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

describe("an e-mail", () => {
  test.each([
    ["julie.martin@example.fr", true],
    [" Julie@Example.fr ", true],
    ["julie+yoga@mail.example.co.uk", true],
    ["d'arc@example.fr", true],
    ["", false],
    ["julie", false],
    ["julie@", false],
    // The provider refuses these as the payer's address: nobody could pay.
    ["julie@example", false],
    ["julie@example.", false],
    ["julie@.fr", false],
    ["julie@example..fr", false],
    ["6`@&", false],
    // How mail headers write addresses: each would be another spelling of one mailbox.
    ["<julie@example.fr>", false],
    ["a1:julie@example.fr", false],
    ["a:julie@example.fr;", false],
    ['"julie"@example.fr', false],
    ["julie(yoga)@example.fr", false],
    ["julie@example.fr,leo@example.fr", false],
    ["julie@example.fr\nleo@example.fr", false],
    ["julie@[127.0.0.1]", false],
  ])("« %s » is one: %s", (email, expected) => {
    expect(isEmail(email)).toBe(expected);
    for (const door of [emailAddress, guestEmail]) {
      expect(door.safeParse(email).success).toBe(expected);
    }
  });

  test("is what the library says it is", () => {
    // A hyphen at the end of a class needs no backslash.
    expect(EMAIL.source).toBe(z.regexes.email.source.replaceAll("\\-]", "-]"));
    expect(EMAIL.flags).toBe(z.regexes.email.flags);
  });

  test.each([
    ["ines+yoga@example.fr", "ines@example.fr"],
    ["ines+a+b@example.fr", "ines@example.fr"],
    ["ines@example.fr", "ines@example.fr"],
    // Nothing would be left of it.
    ["+ines@example.fr", "+ines@example.fr"],
  ])("%s is read in the mailbox of %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox);
  });

  test("a guest's that is none is told in the words of the form", () => {
    for (const given of ["<ines@example.fr>", "", undefined]) {
      const [issue] = guestEmail.safeParse(given).error?.issues ?? [];
      expect(issue?.message).toBe("Veuillez saisir une adresse email valide");
    }
  });
});
