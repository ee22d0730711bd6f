import type { Context } from "../../context.server.ts";
import type { ReadLedger } from "../../payments/disputes/rules.ts";
import type { Payment } from "../../payments/find-payment.server.ts";
import type { Happening } from "../schema.ts";
import { inOrder, tellMailsAbout, tellPayments } from "./tell-payments.server.ts";

export async function tellPayment(
  ctx: Context,
  { payment, ledger }: { payment: Payment; ledger: ReadLedger },
): Promise<Happening[]> {
  const { happenings } = await tellPayments(ctx, payment.reference, ledger.objectIds);
  return inOrder([...happenings, ...(await tellMailsAbout(ctx.db, payment.reference))]);
}
