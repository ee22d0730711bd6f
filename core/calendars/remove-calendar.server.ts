import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { refreshListingsOfProfessional } from "../listings/refresh-listings.server.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { requireProfessional } from "./permit-owner.server.ts";
import { deleteCalendar, readHours } from "./store.server.ts";
import { reopen } from "./update-busy-times.server.ts";

const input = z.object({ calendarId: z.uuid() });

/** Its hours are no longer busy. @throws AppError `not_found` for somebody else's. */
export async function removeCalendar(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { calendarId } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const hours = await readHours(tx, calendarId, now);
    const isGone = await deleteCalendar(tx, { id: calendarId, professionalId });
    if (!isGone) throw new AppError("not_found", { message: "Cet agenda n'est plus suivi." });
    await reopen(tx, professionalId, hours, now);
    await refreshListingsOfProfessional(tx, professionalId, now);
  });
}
