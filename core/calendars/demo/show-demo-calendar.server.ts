import { writeIcs } from "#platform/ical/write-ics.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { demoEvents } from "./rules.ts";

/** @throws AppError `not_found` outside the demo. */
export async function showDemoCalendar(ctx: Context): Promise<string> {
  if (!ctx.config.demo) throw new AppError("not_found");
  const now = ctx.now();
  const events = demoEvents(now).map((event) => ({
    ...event,
    // With our own host it would be taken for an event of this site, and ignored.
    uid: `${event.uid}@agenda-d-ines.example.fr`,
    changedAt: now,
    sequence: 0,
  }));
  return writeIcs(events, { name: "Agenda d'Inès" });
}
