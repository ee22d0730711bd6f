import { describe, expect, test } from "vitest";
import { judgePassword } from "./password-strength.ts";

describe("how hard a password is to guess", () => {
  test.each([
    ["what everybody chooses", "Password1!", "weak"],
    ["the same in French", "Motdepasse1!", "weak"],
    ["a row of the keyboard", "azertyuiop", "weak"],
    ["one sign, often", "a".repeat(128), "weak"],
    ["a word and a year", "Parenthèse2026", "weak"],
    ["letters changed into signs", "P@$$w0rd1!", "weak"],
    ["a short sentence", "jaimelechocolat", "fair"],
    ["four words", "correct cheval pile agrafe", "strong"],
    ["a sentence", "Le thé vert, 8 h 30", "strong"],
    ["what a program invents", "k7mp-4xqe-9d2h-vbn3", "strong"],
    ["nothing", "", "weak"],
  ])("%s: %s", (_, password, strength) => {
    expect(judgePassword(password)).toBe(strength);
  });

  const own = ["ines.lefort@example.fr", "Inès", "Lefort", ""];
  test.each([
    ["ines.lefort@example.fr", "weak"],
    ["Ines.Lefort@Example.fr1", "weak"],
    ["Ines.Lefort1985", "weak"],
    ["lefortlefortlefort!", "weak"],
    ["trofel1985", "weak"],
    // A password with its owner's name is worth as much as its other words.
    ["Inès mange des pommes cuites", "strong"],
  ])("%s, of Inès Lefort", (password, strength) => {
    expect(judgePassword(password, own)).toBe(strength);
  });

  test("no name is taken for a pattern", () => {
    expect(judgePassword("correct cheval pile agrafe", [".*", "(((", "a+++"])).toBe("strong");
  });
});
