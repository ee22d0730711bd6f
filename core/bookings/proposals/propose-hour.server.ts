import type { z } from "zod";
import { hashSecret, newId, newSecret } from "#platform/ids.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireActor } from "../../accounts/rules.ts";
import { judgeHours } from "../../catalogue/publishing/permit-slot.server.ts";
import { closeSlot } from "../../catalogue/slots/close-slot.server.ts";
import { keepFreeSeats } from "../../catalogue/slots/keep-seats.server.ts";
import { whyNotStart } from "../../catalogue/slots/rules.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { refreshSlot, removeOverlapped } from "../../listings/refresh-listings.server.ts";
import { enqueueMails } from "../../notifications/enqueue-mail.server.ts";
import { lockPractitioner } from "../../occupancy/lock-practitioner.server.ts";
import { occupyProposedSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { parseInput } from "../../parse.ts";
import { expiryOf, overlap } from "./rules.ts";
import { proposeInput } from "./schema.ts";
import {
  type From,
  findFrom,
  insertKeptSlot,
  insertProposal,
  lockConfirmed,
  lockSlotAt,
} from "./store.server.ts";

/**
 * Reserves seats for everybody until each has answered (rule: another-hour).
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `invalid_input`, `conflict`.
 */
export async function proposeHour(
  ctx: Context,
  raw: z.input<typeof proposeInput>,
): Promise<{ proposalId: string; people: number; expiresAt: string }> {
  const from = await permitFrom(ctx, raw.slotId);
  const { start, withdraws, word } = parseInput(proposeInput, raw);
  const now = ctx.now();
  const why =
    whyNotStart(start, now) ?? (+start === +from.start ? "C'est déjà l'heure prévue" : null);
  if (why) throw refusal("start", why);
  if (from.start <= now) throw new AppError("conflict", { message: "Ce créneau a commencé." });
  const expiresAt = expiryOf({ from: from.start, to: start }, now);
  if (!expiresAt) {
    throw refusal(
      "start",
      "Trop tard pour une réponse : elle s'arrête 2 h avant la première heure",
    );
  }
  const to = { start, end: new Date(+start + (+from.end - +from.start)) };
  return ctx.db.transaction(async (tx) => {
    const people = await lockConfirmed(tx, from.slotId);
    await lockPractitioner(tx, from.professionalId);
    const present = await findFrom(tx, from.slotId);
    if (people.length === 0 || present?.people.length !== people.length) {
      throw new AppError("conflict", { message: "Personne n'a réservé ce créneau." });
    }
    if (present.open) {
      throw new AppError("conflict", { message: "Une proposition attend déjà des réponses." });
    }
    if (overlap(from, to) && people.length > 1 && !withdraws) {
      throw refusal(
        "start",
        "Cette heure touche l'ancienne : renoncez à l'ancienne, ou choisissez-en une autre",
      );
    }
    const seats = people.reduce((sum, person) => sum + person.seats, 0);
    const toSlotId = await keepHour(tx, from, to, seats, now);
    const proposalId = newId();
    const answers = people.map(({ id: bookingId, buyerEmail, seats }) => {
      const [id, secret] = [newId(), newSecret()];
      return { id, secret, bookingId, buyerEmail, seats };
    });
    await insertProposal(
      tx,
      {
        ...{ id: proposalId, professionalId: from.professionalId, withdraws, word, expiresAt },
        ...{ fromSlotId: from.slotId, toSlotId, createdAt: now },
      },
      answers.map(({ id, secret, bookingId, seats }) => {
        return { id, proposalId, bookingId, seats, secretHash: hashSecret(secret) };
      }),
    );
    if (withdraws) await closeSlot(tx, from, now);
    await enqueueMails(
      ctx,
      tx,
      answers.map(({ id, secret, buyerEmail }) => ({
        ...{ kind: "hour-proposed" as const, reference: id, to: buyerEmail },
        data: { answerId: id },
        secrets: { token: `${id}.${secret}` },
      })),
    );
    return { proposalId, people: people.length, expiresAt: expiresAt.toISOString() };
  });
}

/** @throws AppError `unauthenticated`, `not_found`, `forbidden`. */
export async function permitFrom(ctx: Context, slotId: string): Promise<From> {
  const { userId } = requireActor(ctx);
  const asked = parseInput(proposeInput.pick({ slotId: true }), { slotId });
  const from = await findFrom(ctx.db, asked.slotId);
  if (!from) throw new AppError("not_found");
  if (from.ownerId !== userId) throw new AppError("forbidden");
  return from;
}

function refusal(field: string, message: string): AppError {
  return new AppError("conflict", { message, fields: { [field]: [message] } });
}

async function keepHour(
  tx: Transaction,
  from: From,
  to: { start: Date; end: Date },
  seats: number,
  now: Date,
): Promise<string> {
  const taken = refusal("start", "Vous êtes pris à cette heure : choisissez-en une autre");
  const known = await lockSlotAt(tx, from.offeringId, to.start);
  if (known?.isActive) {
    const full = refusal("start", "Votre créneau de cette heure n'a pas assez de places libres");
    // An overlapping one cannot be on sale beside the old one.
    const touches = overlap(from, { start: known.startDatetime, end: known.endDatetime });
    if (known.absenceId || touches) throw taken;
    await occupySlot(tx, known.id, now);
    const after = await lockSlotAt(tx, from.offeringId, to.start);
    if (!after?.isOccupied) throw taken;
    if (!(await keepFreeSeats(tx, { slotId: known.id, seats, fromLine: false }))) throw full;
    await refreshSlot(tx, known.id, now);
    await removeOverlapped(tx, known.id);
    return known.id;
  }
  const minutes = (+to.end - +to.start) / MINUTE;
  const hours = { start: to.start, minutes, isParallel: from.isParallel };
  await judgeHours(tx, from, { ...hours, without: [from.slotId] }, now);
  const slotId = await insertKeptSlot(tx, { ...from, ...to }, seats, now);
  if (!slotId || !(await occupyProposedSlot(tx, slotId, from.slotId))) throw taken;
  await removeOverlapped(tx, slotId);
  return slotId;
}
