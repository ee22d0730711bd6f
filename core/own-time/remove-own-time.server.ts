import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { recordReopenedBy } from "../occupancy/record-reopened.server.ts";
import { parseInput } from "../parse.ts";
import { requireProfessional } from "./permit-own-time.server.ts";
import { deleteOwnTime, lockOwnTime, reopenAfterAbsence } from "./store.server.ts";

const input = z.object({ id: z.uuid() });

/**
 * What only it closed can be booked again (rule: own-time).
 * @throws AppError `not_found` for somebody else's, one that is gone, and the event of a calendar.
 */
export async function removeOwnTime(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const professionalId = requireProfessional(ctx);
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
