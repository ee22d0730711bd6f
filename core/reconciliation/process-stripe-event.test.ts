import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "#platform/log.server.ts";
import {
  checkoutOf,
  openPaymentWorld,
  outcomeOf,
  type PaymentWorld,
  untilSettled,
} from "#test/make/payments.ts";
import { bookSlot } from "../bookings/book-slot.server.ts";

const lines: string[] = [];
let world: PaymentWorld;
beforeAll(async () => {
  const log = createLogger("info", { write: (line) => lines.push(line) });
  world = await openPaymentWorld({ log });
});
afterAll(() => world.stop());

test("docs/deploy.md names the events that have an effect here, and the version that they are read in", async () => {
  const [guide, source] = await Promise.all(
    ["../../docs/deploy.md", "./process-stripe-event.server.ts"].map((file) =>
      readFile(new URL(file, import.meta.url), "utf8"),
    ),
  );
  const [said = ""] = guide?.match(/Two webhook endpoints: .*/) ?? [];
  const [platform = "", connected = ""] = said.split("The second to ");
  // « `refund.created`, `.updated` »: the second shares the first one's stem.
  let stem = "";
  const named = (text: string) =>
    [...text.matchAll(/`([a-z_]*)((?:\.[a-z_]+)+)`/g)].map(([, first, rest = ""]) => {
      if (!first) return stem + rest;
      stem = first + rest.slice(0, rest.lastIndexOf("."));
      return first + rest;
    });
  const handled = [...(source ?? "").matchAll(/case "([a-z_.]+)":/g)].map(([, type]) => type);
  const ofAccounts = ["account.updated", "account.application.deauthorized", "capability.updated"];
  expect(named(platform).sort()).toEqual(
    handled.filter((type) => !ofAccounts.includes(String(type))).sort(),
  );
  expect(named(connected)).toEqual(ofAccounts);
  const ctx = await world.context();
  expect(platform).toContain(`the API version \`${ctx.stripe.getApiField("version")}\``);
});

test("what is said of a payment is logged with the request that asked for it", async () => {
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, await world.makeOffer());
  const checkoutId = await checkoutOf(world.db, bookingId);
  const checkout = await ctx.stripe.checkout.sessions.retrieve(checkoutId);
  expect(checkout.metadata).toMatchObject({ request_id: ctx.requestId });
  await world.simulator.pay(checkoutId);
  await untilSettled(world.db, bookingId);
  const { payment } = await outcomeOf(world.db, bookingId);
  await world.simulator.fault({ type: "create_dispute", charge: payment?.chargeId });
  const told = (type: string) =>
    lines
      .map((line) => JSON.parse(line))
      .find((line) => line.type === type && line.askedBy !== undefined);
  for (const type of ["checkout.session.completed", "charge.dispute.created"]) {
    await expect
      .poll(() => told(type))
      .toMatchObject({
        paymentId: payment?.id,
        askedBy: ctx.requestId,
        eventId: expect.stringMatching(/^evt_/),
      });
  }
});
