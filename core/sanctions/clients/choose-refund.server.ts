import { z } from "zod";
import * as addresses from "#site/addresses.ts";
import { limitByAddress } from "../../accounts/limit-logins.server.ts";
import { readLink, signLink } from "../../accounts/logins/sign-login.server.ts";
import { endBooking } from "../../bookings/cancellation/end-booking.server.ts";
import { findAnyBooking } from "../../bookings/find-own-booking.server.ts";
import { bookingTexts } from "../../bookings/labels.ts";
import { type BookingMail, readMailOf } from "../../bookings/read-booking-mail.server.ts";
import { stillPaidCents } from "../../bookings/rules.ts";
import { inCity } from "../../catalogue/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import type { Cents } from "../../money.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { type AccountDecision, linkInput } from "../schema.ts";
import { findDecision, listInTheWay, lockInTheWay } from "../store.server.ts";
import { type BookingChoice, findChoice, writeChoice } from "./store.server.ts";

const choiceInput = linkInput.extend({
  choice: z.enum(["kept", "refunded"], "Choisissez ce que devient votre réservation"),
  /** In cents: compared, never believed. */
  refundCents: z.coerce.number().int().min(0).default(0),
});

const OVER = "Il n'y a plus rien à choisir.";

export interface ChoiceView {
  texts: ReturnType<typeof bookingTexts>;
  paidCents: Cents;
  /** In cents: less than was paid once seats were given back. */
  refundCents: Cents;
  measure: AccountDecision["measure"];
  /** `stands`: the decision was lifted, or the booking has moved to a day before an end. */
  state: "open" | "kept" | "refunded" | "cancelled" | "stands" | "over";
}

/** Changes nothing, because programs open links too; null when the link is unknown. */
export async function showChoice(
  ctx: Context,
  input: z.input<typeof linkInput>,
): Promise<ChoiceView | null> {
  const { token } = parseInput(linkInput, input);
  const found = await findByToken(ctx, token);
  return found && viewOf(found, ctx.now());
}

/**
 * A kept booking too, until it begins (rules: booked-clients-choose, cancellation).
 * @throws AppError `not_found` for a dead link, `conflict` when too late, `rate_limited` by
 * address.
 */
export async function chooseRefund(ctx: Context, input: z.input<typeof choiceInput>) {
  const { token, choice: chosen, refundCents } = parseInput(choiceInput, input);
  await limitByAddress(ctx, "booking-choice");
  const found = await findByToken(ctx, token);
  if (!found) throw new AppError("not_found", { message: "Ce lien n'est plus valable." });
  const { state } = viewOf(found, ctx.now());
  if (state !== "open" && state !== "kept") throw new AppError("conflict", { message: OVER });
  const { id } = found.choice;
  const choice = { chosen, chosenAt: ctx.now() };
  if (chosen === "kept") return ctx.db.transaction((tx) => writeChoice(tx, id, choice));
  const { slotId } = found.booking;
  await endBooking(ctx, found.booking, "professional", {
    ...{ slotId, shownCents: refundCents },
    async also(tx) {
      const isOpen = await lockInTheWay(tx, { userId: found.userId, slotId });
      if (!isOpen) throw new AppError("conflict", { message: OVER });
      await writeChoice(tx, id, choice);
    },
  });
}

interface Found {
  choice: BookingChoice;
  userId: string;
  booking: NonNullable<Awaited<ReturnType<typeof findAnyBooking>>>;
  inTheWay: AccountDecision[];
  measure: AccountDecision["measure"];
}

async function findByToken(ctx: Context, token: string): Promise<Found | null> {
  const id = await readLink(ctx, "booking-choice", token);
  const choice = id ? await findChoice(ctx.db, id) : null;
  const decision = choice && (await findDecision(ctx.db, choice.decisionId));
  const booking = choice && (await findAnyBooking(ctx.db, choice.bookingId));
  if (!choice || !decision || !booking) return null;
  const { userId } = decision;
  const inTheWay = await listInTheWay(ctx.db, userId, booking.start);
  return { choice, userId, booking, inTheWay, measure: (inTheWay[0] ?? decision).measure };
}

function viewOf({ choice: { chosen }, booking, inTheWay, measure }: Found, now: Date): ChoiceView {
  return {
    texts: bookingTexts(inCity(booking)),
    ...{ paidCents: booking.pricePaidCents, measure },
    refundCents: stillPaidCents(booking),
    state:
      chosen === "refunded"
        ? "refunded"
        : booking.status !== "confirmed"
          ? "cancelled"
          : booking.start <= now
            ? "over"
            : inTheWay.length === 0
              ? "stands"
              : (chosen ?? "open"),
  };
}

/** Null once the booking is over or cancelled, or there is nothing to choose any more. */
export async function readChoiceMail(
  ctx: Context,
  { data: { choiceId } }: QueuedMail<"booking-choice">,
) {
  const choice = await findChoice(ctx.db, choiceId);
  const decision = choice && (await findDecision(ctx.db, choice.decisionId));
  if (!choice || !decision || decision.endedAt) return null;
  const row = await findAnyBooking(ctx.db, choice.bookingId);
  if (row?.status !== "confirmed" || row.start <= ctx.now()) return null;
  if (row.start < decision.effectiveAt) return null;
  const token = await signLink(ctx, "booking-choice", choiceId);
  return {
    texts: bookingTexts(inCity(row)),
    refund: stillPaidCents(row),
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
