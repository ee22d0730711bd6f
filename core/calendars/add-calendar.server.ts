import type { z } from "zod";
import type { Context } from "../context.server.ts";
import { HOUR, SECOND } from "../durations.ts";
import { AppError } from "../errors.ts";
import { lockPractitioner } from "../occupancy/lock-practitioner.server.ts";
import { parseInput } from "../parse.ts";
import { fetchCalendar } from "./fetch-calendar.server.ts";
import { CANNOT_ADD } from "./labels.ts";
import { requireProfessional } from "./permit-owner.server.ts";
import { ADDED_PER_HOUR, MOST_CALENDARS, nextReading } from "./rules.ts";
import { addInput } from "./schema.ts";
import { insertCalendar, listOwn } from "./store.server.ts";
import { updateBusyTimes } from "./update-busy-times.server.ts";

/**
 * Read at once, so that a wrong address is reported beside its field (rule: calendar-in).
 * @throws AppError `invalid_input` also for what cannot be read, `conflict` for one followed
 * already and for too many, `rate_limited`.
 */
export async function addCalendar(
  ctx: Context,
  raw: z.input<typeof addInput>,
): Promise<{ calendarId: string }> {
  const { userId, professionalId } = requireProfessional(ctx);
  const { url, name } = parseInput(addInput, raw);
  if (!(await ctx.limits.consume("add-calendar", userId, ADDED_PER_HOUR, HOUR / SECOND))) {
    throw new AppError("rate_limited");
  }
  const { reading, failure } = await fetchCalendar(ctx, url);
  if (failure) throw new AppError("invalid_input", { fields: { url: [CANNOT_ADD[failure]] } });
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await lockPractitioner(tx, professionalId);
    if ((await listOwn(tx, professionalId, now)).length >= MOST_CALENDARS) {
      refuse(`Vous suivez déjà ${MOST_CALENDARS} agendas : retirez-en un d'abord.`);
    }
    const nextReadAt = nextReading(null, now);
    const calendar = await insertCalendar(tx, { professionalId, name, url, now, nextReadAt });
    if (!calendar) return refuse("Cet agenda est déjà suivi.");
    await updateBusyTimes(ctx, tx, calendar, reading);
    return { calendarId: calendar.id };
  });
}

function refuse(message: string): never {
  throw new AppError("conflict", { message, fields: { url: [message] } });
}
