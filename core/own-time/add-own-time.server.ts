import type { Context } from "../context.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseOwnTime } from "./permit-own-time.server.ts";
import type { Consequences, OwnTimeInput } from "./schema.ts";
import { closeByAbsence, insertOwnTime, readConsequences } from "./store.server.ts";

/**
 * Closes what is free and cancels nothing (rule: own-time).
 * @throws AppError `forbidden` without a professional profile.
 */
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
