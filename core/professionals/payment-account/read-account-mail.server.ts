import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { type PaymentAccountState, paymentAccountState } from "../rules.ts";
import { findAccountState } from "./store.server.ts";

/** The data of the mail about a payment account, read when it is sent. */
export interface AccountMail {
  siteUrl: string;
  businessName: string;
  state: PaymentAccountState;
}

/** Null when they can be paid again. */
export async function readAccountMail(
  ctx: Context,
  mail: QueuedMail<"payment-account-restricted">,
): Promise<AccountMail | null> {
  const row = await findAccountState(ctx.db, mail.data.professionalId);
  if (!row) return null;
  const state = paymentAccountState(row);
  if (state === "ready") return null;
  return { siteUrl: ctx.config.appUrl, businessName: row.businessName, state };
}
