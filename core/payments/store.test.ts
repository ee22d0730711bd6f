import { expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { violatedConstraint } from "#platform/postgres.server.ts";
import { NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { cents } from "../money.ts";
import { payments } from "../tables.server.ts";
import { findPayment } from "./store.server.ts";

const LONG = "a1".repeat(29);

const paymentOf = (checkoutSessionId: string) => ({
  ...{ id: newId(), kind: "session_booking" as const, reference: newId() },
  ...{ amountCents: cents(4_000), description: "Yoga", payerEmail: "ines@example.fr" },
  ...{ successUrl: "/", expiresAt: NOW, checkoutSessionId },
});

dataTest("a checkout is of one payment", async ({ db }) => {
  // Nobody has booked what it is for.
  contradict(db, "I2");
  const checkoutSessionId = `cs_${LONG}`;
  const payment = paymentOf(checkoutSessionId);
  await db.insert(payments).values(payment);
  const again = db.insert(payments).values(paymentOf(checkoutSessionId));
  expect(await again.then(() => null, violatedConstraint)).toBe("payments_one_per_checkout");
  expect((await findPayment(db, { checkoutSessionId }))?.id).toBe(payment.id);
  expect(await findPayment(db, { checkoutSessionId: `${checkoutSessionId}b` })).toBeNull();
});
