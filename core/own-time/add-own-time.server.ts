import type { Context } from "../context.server.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseOwnTime } from "./permit-own-time.server.ts";
import type { Consequences, OwnTimeInput } from "./schema.ts";
import { closeByAbsence, insertOwnTime, readConsequences } from "./store.server.ts";

/**
 * Keeps hours for the professional alone: « Occupé », a client from elsewhere, or an absence. What
 * is free closes at once, and nothing that is booked is cancelled (rule: own-time): the answer names
 * it.
 *
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
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
