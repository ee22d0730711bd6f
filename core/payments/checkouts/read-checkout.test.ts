import Stripe from "stripe";
import { expect, test } from "vitest";
import { createLogger } from "#platform/log.server.ts";
import { askProvider } from "./read-checkout.server.ts";

const lines: string[] = [];
const log = createLogger("info", { write: (line) => lines.push(line) });
const refused = (code: string) =>
  Promise.reject(
    new Stripe.errors.StripeInvalidRequestError({ type: "invalid_request_error", code }),
  );

test("what the provider does not have is no failure", async () => {
  expect(await askProvider({ log }, Promise.resolve("an answer"))).toBe("an answer");
  expect(await askProvider({ log }, refused("resource_missing"))).toBeNull();
  expect(lines).toEqual([]);
});

test("whatever else it says is told in one word, and why in the log", async () => {
  await expect(askProvider({ log }, refused("account_invalid"))).rejects.toMatchObject({
    code: "provider_unavailable",
  });
  expect(lines.join()).toContain("account_invalid");
});
