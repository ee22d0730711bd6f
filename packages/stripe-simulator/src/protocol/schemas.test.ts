import { expect, test } from "vitest";
import { type Schema, violations } from "./schemas.ts";

const session: Schema = { $ref: "#/components/schemas/checkout.session" };

/** The faults found at a place of a checkout session that has nothing else. */
function faultsAt(place: string, value: object): string[] {
  return violations(session, value)
    .filter(({ instancePath }) => instancePath === place)
    .map(({ keyword }) => keyword);
}

test("an object that another names is checked, and its fault told by its whole place", () => {
  const address = { city: 7, country: "FR", line1: null, line2: null, postal_code: null };
  expect(faultsAt("/customer_details/address/city", { customer_details: { address } })).toContain(
    "type",
  );
  const whole = { customer_details: { address: { ...address, city: "Lyon" } } };
  expect(faultsAt("/customer_details/address/city", whole)).toEqual([]);
});

test("objects that name each other in circles are checked as deep as they go", () => {
  const intent = { object: "payment_intent", latest_charge: { payment_intent: { amount: "1" } } };
  expect(
    faultsAt("/payment_intent/latest_charge/payment_intent/amount", { payment_intent: intent }),
  ).toContain("type");
});
