import type { z } from "zod";
import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { dayKey, formatTime } from "../dates.ts";
import { AppError } from "../errors.ts";
import { amountText, cents } from "../money.ts";
import { parseInput } from "../parse.ts";
import { csvLine, harmless } from "../texts/csv.ts";
import { MOVEMENT_LABELS } from "./labels.ts";
import { addUp, monthsOf, netEstimate, periodOf, refundingOf, yearsSince } from "./rules.ts";
import { type Earnings, earningsInput, type Movement } from "./schema.ts";
import { findFirstBooking, listMovements, readMovements } from "./store.server.ts";

export { readMovements } from "./store.server.ts";

/**
 * By month in Paris, as the provider moved the money (rule: earnings-figures): a payment counts in
 * the month of its confirmation, a refund in the month in which it was made.
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function listEarnings(
  ctx: Context,
  input: z.input<typeof earningsInput> = {},
): Promise<Earnings> {
  const { professionalId } = requireActor(ctx);
  const { year = null } = parseInput(earningsInput, input);
  if (!professionalId) throw new AppError("forbidden");
  const now = ctx.now();
  const months = monthsOf(year, now);
  const [groups, first] = await Promise.all([
    readMovements(ctx.db, professionalId, periodOf(months)),
    findFirstBooking(ctx.db, professionalId),
  ]);
  return {
    year,
    years: yearsSince(first, now),
    months: months.map((month) => ({
      month,
      ...addUp(groups.filter((group) => group.month === month)),
    })),
    total: addUp(groups),
    refundingCents: refundingOf(groups),
    netEstimateCents: netEstimate(groups),
  };
}

const HEAD = [
  "Date",
  "Heure",
  "Mouvement",
  "Réservation",
  "Prestation",
  "Places",
  "Places rendues",
  "Montant TTC (€)",
  "Commission (€)",
  "Rendu à nos frais (€)",
  "Votre part (€)",
];

/**
 * For French spreadsheets: semicolons, decimal commas, a byte order mark, Paris times.
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function exportEarnings(
  ctx: Context,
  input: z.input<typeof earningsInput> = {},
): Promise<{ filename: string; content: string }> {
  const { professionalId } = requireActor(ctx);
  const { year = null } = parseInput(earningsInput, input);
  if (!professionalId) throw new AppError("forbidden");
  const now = ctx.now();
  const period = periodOf(monthsOf(year, now));
  const movements = await listMovements(ctx.db, professionalId, period);
  const lines = [HEAD, ...movements.map(toLine)].map((cells) => csvLine(cells, ";"));
  return {
    filename: `parenthese-revenus-${year ?? dayKey(now)}.csv`,
    content: `\uFEFF${lines.join("\r\n")}\r\n`,
  };
}

function toLine(movement: Movement): string[] {
  const { grossCents, refundedCents, ...effect } = addUp([movement]);
  return [
    dayKey(movement.at).split("-").reverse().join("/"),
    formatTime(movement.at),
    MOVEMENT_LABELS[movement.kind],
    movement.bookingId,
    harmless(movement.title),
    String(movement.seats),
    String(movement.seatsGiven),
    amountText(cents(grossCents - refundedCents)),
    amountText(effect.commissionCents),
    amountText(effect.coveredCents),
    amountText(effect.shareCents),
  ];
}
