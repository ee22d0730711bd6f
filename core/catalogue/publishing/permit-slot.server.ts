import type { Transaction } from "#platform/postgres.server.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import type { Source } from "../owner/permit-owner.server.ts";
import { whyNotStart } from "../slots/rules.ts";
import { touchingText, touchingTitle } from "./labels.ts";
import { touching } from "./rules.ts";
import type { Touching } from "./schema.ts";
import { lockSlot, readTouching } from "./store.server.ts";

/** @throws AppError `conflict` for one booked, held, over or cancelled (rule: slot-edits). */
export async function lockFreeSlot(tx: Transaction, slotId: string, now: Date) {
  const slot = await lockSlot(tx, slotId);
  if (!slot) throw new AppError("not_found");
  const why = !slot.isActive
    ? "Ce créneau est déjà annulé."
    : slot.start <= now
      ? "Ce créneau a déjà commencé."
      : slot.taken > 0
        ? "Quelqu'un a une place dans ce créneau : il ne change plus d'heure. Vous pouvez l'annuler."
        : null;
  if (why) throw new AppError("conflict", { message: why });
  return slot;
}

interface Wanted {
  start: Date;
  minutes: number;
  isParallel: boolean;
  without: readonly string[];
}

/** Only reports an unbooked overlap (rule: one-place). @throws AppError `conflict` if taken. */
export async function judgeHours(
  tx: Transaction,
  { professionalId, buffer }: Pick<Source, "professionalId" | "buffer">,
  { start, minutes, isParallel, without }: Wanted,
  now: Date,
): Promise<{ end: Date; warnings: Touching[] }> {
  const why = whyNotStart(start, now);
  if (why) throw new AppError("invalid_input", { fields: { start: [why] } });
  const end = new Date(start.getTime() + minutes * MINUTE);
  if (isParallel) return { end, warnings: [] };
  const pause = buffer * MINUTE;
  const from = new Date(start.getTime() - pause);
  const to = new Date(end.getTime() + pause);
  const near = await readTouching(tx, { professionalId, from, to, without });
  const warnings = touching(near, { start, end, buffer });
  const taken = warnings.find(({ isTaken }) => isTaken);
  if (taken) {
    const message = `${touchingTitle({ start, end }, taken)} ${touchingText(taken, buffer)}`;
    throw new AppError("conflict", { message, fields: { start: [message] } });
  }
  return { end, warnings };
}
