import * as addresses from "#site/addresses.ts";
import { signLink } from "../../accounts/logins/sign-login.server.ts";
import { leftCents } from "../../bookings/cancellation-terms/rules.ts";
import { findAnyBooking } from "../../bookings/find-any-booking.server.ts";
import { bookingTexts } from "../../bookings/labels.ts";
import { type BookingMail, readMailOf } from "../../bookings/read-booking-mail.server.ts";
import { moneyOf } from "../../bookings/rules.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { Context } from "../../context.server.ts";
import type { Cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { AccountDecision } from "../schema.ts";
import { findDecision, listInTheWay } from "../store.server.ts";
import { findChoice } from "./store.server.ts";

export interface ChoiceMail {
  texts: ReturnType<typeof bookingTexts>;
  /** In cents: less than was paid once seats were given back. */
  refund: Cents;
  measure: AccountDecision["measure"];
  from: Date;
  choiceUrl: string;
}

/** Null once the booking is over or cancelled, or there is nothing to choose any more. */
export async function readChoiceMail(
  ctx: Context,
  { data: { choiceId } }: QueuedMail<"booking-choice">,
): Promise<ChoiceMail | null> {
  const choice = await findChoice(ctx.db, choiceId);
  const decision = choice && (await findDecision(ctx.db, choice.decisionId));
  if (!choice || !decision || decision.endedAt) return null;
  const row = await findAnyBooking(ctx.db, choice.bookingId);
  if (row?.status !== "confirmed" || row.start <= ctx.now()) return null;
  if (row.start < decision.effectiveAt) return null;
  const token = await signLink(ctx, "booking-choice", choiceId);
  return {
    texts: bookingTexts(inCity(row)),
    refund: leftCents({ ...row, ...moneyOf(row) }),
    ...{ measure: decision.measure, from: decision.effectiveAt },
    choiceUrl: ctx.config.appUrl + addresses.chooseRefund(token),
  };
}

/** Null once the booking is over or cancelled, or another decision stands against it. */
export async function readGoesOnMail(
  ctx: Context,
  { data: { choiceId } }: QueuedMail<"booking-goes-on">,
): Promise<BookingMail | null> {
  const choice = await findChoice(ctx.db, choiceId);
  const decision = choice && (await findDecision(ctx.db, choice.decisionId));
  const booking = choice && (await findAnyBooking(ctx.db, choice.bookingId));
  if (!decision?.endedAt || !booking || booking.start <= ctx.now()) return null;
  const others = await listInTheWay(ctx.db, decision.userId, booking.start);
  return others.length > 0 ? null : readMailOf(ctx, booking.id, "confirmed");
}
