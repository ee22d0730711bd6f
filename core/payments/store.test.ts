import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { violatedConstraint } from "#platform/postgres.server.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { cents } from "../money.ts";
import { payments } from "../tables.server.ts";
import { findPayment } from "./store.server.ts";

const LONG = "a1".repeat(29);

const paymentOf = (checkoutSessionId: string, cancelToken: string) => ({
  ...{ id: newId(), kind: "session_booking" as const, reference: newId() },
  ...{ amountCents: cents(4_000), description: "Yoga", payerEmail: "ines@example.fr" },
  ...{ successUrl: "/", expiresAt: NOW, checkoutSessionId, cancelToken },
});

dataTest("a checkout and a cancel address are each of one payment", async ({ db }) => {
  // Nobody has booked what it is for.
  contradict(db, "I2");
  const payment = paymentOf(`cs_${LONG}`, LONG);
  await db.insert(payments).values(payment);
  const refusalOf = (checkout: string, token: string) =>
    db
      .insert(payments)
      .values(paymentOf(checkout, token))
      .then(() => null, violatedConstraint);
  expect(await refusalOf(`cs_${LONG}`, "another")).toBe("payments_one_per_checkout");
  expect(await refusalOf("cs_other", LONG)).toBe("payments_one_per_cancel_token");
  for (const key of [{ checkoutSessionId: `cs_${LONG}` }, { cancelToken: LONG }]) {
    expect((await findPayment(db, key))?.id).toBe(payment.id);
  }
  for (const key of [{ checkoutSessionId: `cs_${LONG}b` }, { cancelToken: LONG.slice(1) }]) {
    expect(await findPayment(db, key)).toBeNull();
  }
});
