import { expect, test } from "vitest";
import { REASON_WANTED } from "./rules.ts";
import { requiredReason } from "./schema.ts";

const faultsOf = (reason: unknown) =>
  requiredReason.safeParse(reason).error?.issues.map(({ message }) => message) ?? [];

test("a reason is two words and ten characters at least, and kept as it was meant", () => {
  const nothing = [undefined, "", " \n ", "x", "Vu.", "Le client", "Anticonstitutionnellement"];
  for (const reason of [...nothing, "Remboursement .", ". . . . . . ."]) {
    expect(faultsOf(reason), String(reason)).toEqual([REASON_WANTED]);
  }
  expect(faultsOf("a b ".repeat(251))).toEqual(["1000 caractères au plus."]);
  expect(requiredReason.parse("  Appelée le 3 :\r\nmalade. ")).toBe("Appelée le 3 :\nmalade.");
});
