import { z } from "zod";
import type { Transaction } from "#platform/postgres.server.ts";
import { requireProfessional } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner, recordReopenedBy } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { whyNotOwnTime } from "./rules.ts";
import {
  type Consequences,
  type NewOwnTime,
  type OwnTime,
  type OwnTimeInput,
  ownTimeInput,
} from "./schema.ts";
import {
  closeByAbsence,
  deleteOwnTime,
  insertOwnTime,
  isAway,
  listComing,
  lockOwnTime,
  readConsequences,
  reopenAfterAbsence,
} from "./store.server.ts";

/** @throws AppError `invalid_input` for hours that make no sense. */
function parseOwnTime(
  ctx: Context,
  raw: OwnTimeInput,
): { professionalId: string; asked: NewOwnTime } {
  const { professionalId } = requireProfessional(ctx);
  const asked = parseInput(ownTimeInput, raw);
  const refused = whyNotOwnTime(asked, ctx.now());
  if (refused) throw new AppError("invalid_input", { fields: { [refused.field]: [refused.why] } });
  return { professionalId, asked };
}

/** Closes what is free and cancels nothing (rule: own-time). */
export async function addOwnTime(
  ctx: Context,
  raw: OwnTimeInput,
): Promise<Consequences & { id: string }> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const hours = { professionalId, ...asked };
    const consequences = await readConsequences(tx, hours, now);
    const id = await insertOwnTime(tx, professionalId, asked);
    if (asked.kind === "absence") await closeByAbsence(tx, id, hours);
    await refreshListingsOfProfessional(tx, professionalId, now);
    return { id, ...consequences };
  });
}

/** Not over yet, earliest first, without those of private calendars. */
export function listOwnTimes(ctx: Context): Promise<OwnTime[]> {
  return listComing(ctx.db, requireProfessional(ctx).professionalId, ctx.now());
}

/** Locks nothing, because `addOwnTime` looks again. */
export function previewOwnTime(ctx: Context, raw: OwnTimeInput): Promise<Consequences> {
  const { professionalId, asked } = parseOwnTime(ctx, raw);
  return readConsequences(ctx.db, { professionalId, ...asked }, ctx.now());
}

/**
 * Of hours given up (rule: cancellation) that are none yet; the caller holds `lockPractitioner`.
 */
export async function keepAbsence(
  tx: Transaction,
  professionalId: string,
  given: readonly { start: Date; end: Date }[],
  now: Date,
): Promise<void> {
  for (const { start, end } of given) {
    const absence = { kind: "absence", start, end, title: null } as const;
    const hours = { professionalId, ...absence };
    if (await isAway(tx, hours)) continue;
    await closeByAbsence(tx, await insertOwnTime(tx, professionalId, absence), hours);
  }
  await refreshListingsOfProfessional(tx, professionalId, now);
}

const input = z.object({ id: z.uuid() });

/** What only it closed can be booked again (rule: own-time). @throws AppError `not_found` */
export async function removeOwnTime(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { id } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const found = await lockOwnTime(tx, { id, professionalId });
    if (!found) throw new AppError("not_found");
    await recordReopenedBy(tx, { professionalId, now }, async () => {
      await deleteOwnTime(tx, id);
      if (found.kind === "absence") await reopenAfterAbsence(tx, { id, professionalId });
    });
    await refreshListingsOfProfessional(tx, professionalId, now);
  });
}
