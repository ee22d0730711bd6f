import { expect, test } from "vitest";
import { postalCodeHint, siretHint } from "./labels.ts";
import { isPlausibleSiret, onboardingStep, paymentAccountState } from "./rules.ts";

test.each([
  ["73282932000074", true],
  ["732 829 320 00074", true],
  ["73282932000075", false],
  ["7328293200007", false],
  ["732829320000741", false],
  ["7328293200007A", false],
  // La Poste's own: its seat by Luhn, an office by the sum of its digits, and none of the two.
  ["35600000000048", true],
  ["35600000049837", true],
  ["35600000049838", false],
  ["00000000000000", true],
  ["", false],
])("a SIRET of « %s »", (siret, plausible) => {
  expect(isPlausibleSiret(siret)).toBe(plausible);
});

test.each([
  ["", "14 chiffres"],
  ["732 829 320 00074", "14 chiffres"],
  ["73282932000075", "Ce numéro ne semble pas être un SIRET : vérifiez ses chiffres."],
  ["7328293", "Un SIRET a 14 chiffres, celui-ci en a 7."],
])("what is said of « %s »", (siret, hint) => {
  expect(siretHint(siret)).toBe(hint);
});

test("a postcode of four digits is Belgian or Swiss, and may be a French one cut short", () => {
  expect(postalCodeHint(" 6900 ")).toBe(
    "4 chiffres : Belgique ou Suisse. En France, un code postal en a 5.",
  );
  expect(["", "690", "69001", "H2X 1Y4"].map(postalCodeHint)).toEqual(Array(4).fill(undefined));
});

test.each([
  [null, false, false, false, "none"],
  ["acct_1", false, true, false, "begun"],
  ["acct_1", true, true, false, "restricted"],
  ["acct_1", true, false, false, "held"],
  ["acct_1", true, false, true, "ready"],
  ["acct_1", true, true, true, "ready"],
] as const)("a payment account %s, told %s, due %s, paid %s", (id, told, due, paid, state) => {
  const account = {
    ...{ stripeConnectAccountId: id, detailsSubmitted: told },
    ...{ requirementsDue: due, canReceiveCharges: paid, paymentAccountLostAt: null },
  };
  expect(paymentAccountState(account)).toBe(state);
  const lost = { ...account, stripeConnectAccountId: null, paymentAccountLostAt: new Date(0) };
  expect(paymentAccountState(lost)).toBe("lost");
});

test.each([
  [null, {}, "information"],
  ["confirmation", {}, "information"],
  [null, { hasDraft: true }, "plan"],
  ["information", { hasDraft: true }, "information"],
  ["confirmation", { hasDraft: true }, "plan"],
  ["information", { hasProfile: true }, "plan"],
  [null, { hasProfile: true, isPro: true }, "plan"],
  [null, { hasProfile: true, plan: { inForce: true } }, "plan"],
  [null, { hasProfile: true, isPro: true, plan: { inForce: false } }, "confirmation"],
  ["plan", { hasProfile: true, isPro: true, plan: { inForce: false } }, "plan"],
  ["plan", { hasProfile: true, isPro: true, plan: { inForce: true } }, "confirmation"],
] as const)("asking for the step %s with %o leads to %s", (asked, known, step) => {
  const nothing = { hasProfile: false, hasDraft: false, isPro: false, plan: null };
  expect(onboardingStep(asked, { ...nothing, ...known })).toBe(step);
});
