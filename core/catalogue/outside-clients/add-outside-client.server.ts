import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import {
  refreshHours,
  refreshListings,
  removeOverlapped,
} from "../../listings/refresh-listings.server.ts";
import { recordReopened } from "../../occupancy/lock-practitioner.server.ts";
import { freeSlot, occupySlot } from "../../occupancy/occupy-slot.server.ts";
import { addOwnTime } from "../../own-time/add-own-time.server.ts";
import { type Consequences, MAX_TITLE_LENGTH } from "../../own-time/schema.ts";
import { parseInput } from "../../parse.ts";
import { duration, instant, optional } from "../fields/schema.ts";
import { lockSource, permitSource } from "../owner/permit-owner.server.ts";
import { findSlotAt, lockSlot } from "../publishing/store.server.ts";
import { type OutsideView, outsideInput } from "./schema.ts";
import {
  deleteOutside,
  findOutside,
  insertOutside,
  listOutside,
  readSeats,
  writeTold,
} from "./store.server.ts";

/**
 * Takes the time even within notice and absence (rules: own-time, waiting-list).
 * @throws AppError `forbidden` to others, `invalid_input` beyond the seats that are left,
 * `conflict` for a slot cancelled, over, or while busy.
 */
export async function addOutsideClient(
  ctx: Context,
  raw: z.input<typeof outsideInput>,
): Promise<{ clientId: string }> {
  requireActor(ctx);
  const { slotId, name, seats } = parseInput(outsideInput, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockSlot(tx, slotId);
    const slot = await readSeats(tx, slotId);
    if (!slot) throw new AppError("not_found");
    const why = !slot.isActive
      ? "Ce créneau est annulé."
      : slot.end <= now
        ? "Ce créneau est passé."
        : null;
    if (why) throw new AppError("conflict", { message: why });
    if (seats > slot.left) {
      throw new AppError("invalid_input", { fields: { seats: [leftLabel(slot)] } });
    }
    await occupySlot(tx, slotId, now, "professional");
    const taken = await lockSlot(tx, slotId);
    if (!taken?.isOccupied) {
      throw new AppError("conflict", {
        message: "Vous êtes déjà pris à cette heure : libérez-la d'abord.",
      });
    }
    const clientId = await insertOutside(tx, { slotId, name, seats, now });
    await refreshListings(tx, [source.id], now);
    await removeOverlapped(tx, slotId);
    return { clientId };
  });
}

function leftLabel({ left, isAwaited }: { left: number; isAwaited: boolean }): string {
  if (isAwaited) {
    const waited = "Des clients attendent les places libérées de ce créneau";
    return left === 0 ? waited : `${waited} : vous pouvez en donner ${left}`;
  }
  if (left === 0) return "Il ne reste aucune place dans ce créneau";
  return left === 1
    ? "Il reste 1 place dans ce créneau"
    : `Il reste ${left} places dans ce créneau`;
}

const input = z.object({ slotId: z.uuid() });

/** @throws AppError `forbidden` to anybody but the owner. */
export async function showOutsideClients(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<OutsideView> {
  requireActor(ctx);
  const { slotId } = parseInput(input, raw);
  const { kind, title } = await permitSource(ctx, { slotId });
  const slot = await readSeats(ctx.db, slotId);
  if (!slot) throw new AppError("not_found");
  const { start, end, left, isAwaited } = slot;
  const clients = await listOutside(ctx.db, slotId);
  return { slotId, kind, title, start, end, left, isAwaited, clients };
}

const removeInput = z.object({ slotId: z.uuid(), clientId: z.uuid() });

/**
 * Frees the professional's time with the last seat (rule: own-time).
 * @throws AppError `forbidden` to others.
 */
export async function removeOutsideClient(
  ctx: Context,
  raw: z.input<typeof removeInput>,
): Promise<void> {
  requireActor(ctx);
  const { slotId, clientId } = parseInput(removeInput, raw);
  const source = await permitSource(ctx, { slotId });
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockSource(tx, source);
    await lockSlot(tx, slotId);
    const client = await findOutside(tx, clientId);
    if (client?.slotId !== slotId) throw new AppError("not_found");
    await deleteOutside(tx, { id: clientId, ...client, now });
    const freed = await freeSlot(tx, slotId);
    if (freed) await recordReopened(tx, freed, now);
    await refreshListings(tx, [source.id], now);
    if (freed) await refreshHours(tx, freed, now);
  });
}

const tellInput = z.object({ slotId: z.uuid(), clientId: z.uuid(), isTold: z.boolean() });

/** Notes it, or takes it back (rule: outside-clients-told). @throws AppError `not_found` */
export async function tellOutsideClient(
  ctx: Context,
  raw: z.input<typeof tellInput>,
): Promise<void> {
  requireActor(ctx);
  const { slotId, clientId, isTold } = parseInput(tellInput, raw);
  await permitSource(ctx, { slotId });
  const told = { slotId, clientId, toldAt: isTold ? ctx.now() : null };
  if (!(await writeTold(ctx.db, told))) throw new AppError("not_found");
}

const takeInput = z.object({
  start: instant,
  minutes: z.preprocess((value) => value || undefined, duration.optional()),
  offeringId: optional(z.uuid("Choisissez une séance").or(z.literal(""))),
  name: outsideInput.shape.name,
});

/**
 * Takes a seat of the slot at that hour, else hours of the caller's own (rule: own-time).
 * @throws AppError `forbidden` to others, `conflict`, `invalid_input`.
 */
export async function takeOutsideHour(
  ctx: Context,
  raw: z.input<typeof takeInput>,
): Promise<{ slotId: string } | Consequences> {
  requireActor(ctx);
  const { start, offeringId, name, minutes } = parseInput(takeInput, raw);
  const source = offeringId ? await permitSource(ctx, { offeringId }) : null;
  const slot = source && (await findSlotAt(ctx.db, source.id, start));
  if (slot?.isActive) {
    await addOutsideClient(ctx, { slotId: slot.id, name });
    return { slotId: slot.id };
  }
  const lasts = minutes ?? source?.duration;
  if (!lasts) {
    throw new AppError("invalid_input", { fields: { minutes: ["Choisissez une durée"] } });
  }
  return addOwnTime(ctx, {
    ...{ kind: "outside", from: start.toISOString() },
    title: (name ?? source?.title)?.slice(0, MAX_TITLE_LENGTH),
    to: new Date(start.getTime() + lasts * MINUTE).toISOString(),
  });
}
