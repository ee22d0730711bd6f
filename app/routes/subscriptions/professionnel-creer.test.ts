import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makeUser } from "#test/make/people.ts";
import { requestContext } from "../../context.server.ts";
import { action } from "./professionnel-creer.tsx";

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPaymentWorld();
});
afterAll(() => world.stop());

/** The redirect of somebody who describes a business in the window, and its toast. */
async function choose(planType: string) {
  const { id } = await makeUser(world.db);
  const context = new RouterContextProvider();
  context.set(requestContext, await world.context(id));
  const body = new URLSearchParams({
    businessName: "Atelier du souffle",
    businessDescription: "Une salle claire, deux tapis.",
    planType,
  });
  const request = new Request("http://localhost/professionnel/creer", { method: "POST", body });
  const answer = await action({ request, context } as unknown as Parameters<typeof action>[0]);
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer));
  return { to: answer.headers.get("location"), cookie: answer.headers.get("set-cookie") };
}

test("who pays nothing is congratulated at once, who goes on to pay after the payment", async () => {
  const free = await choose("free");
  expect(free.to).toBe("/professionnel/creer?etape=3");
  expect(decodeURIComponent(free.cookie ?? "")).toContain("Félicitations !");
  const paid = await choose("premium_monthly");
  expect(paid.to).toContain("/c/pay/cs_");
  expect(paid.cookie).toBeNull();
});
