import { z } from "zod";
import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { requireProfessional } from "./permit-owner.server.ts";
import { nextReading } from "./rules.ts";
import { dropHours, lockCalendar, noteReading, readHours } from "./store.server.ts";
import { reopen } from "./update-busy-times.server.ts";

const input = z.object({ calendarId: z.uuid() });

/**
 * Its hours then stop being busy (rule: calendar-in).
 * @throws AppError `conflict` for one that is not empty.
 */
export async function acceptEmpty(ctx: Context, raw: z.input<typeof input>): Promise<void> {
  const { professionalId } = requireProfessional(ctx);
  const { calendarId } = parseInput(input, raw);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    const calendar = await lockCalendar(tx, calendarId);
    if (calendar?.professionalId !== professionalId) throw new AppError("not_found");
    if (calendar.lastError !== "empty") {
      throw new AppError("conflict", { message: "Cet agenda n'est plus vide." });
    }
    const hours = await readHours(tx, calendarId, now);
    await dropHours(tx, calendarId, hours);
    await reopen(tx, professionalId, hours, now);
    // Forgotten, so that the calendar is read in full again if its old events return.
    const noted = { events: 0, unclear: [], version: { etag: null, lastModified: null }, now };
    await noteReading(tx, calendarId, { ...noted, nextReadAt: nextReading(null, now) });
  });
}
