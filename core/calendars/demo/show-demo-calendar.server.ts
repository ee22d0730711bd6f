import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { writeIcs } from "../write-ics.server.ts";
import { demoEvents } from "./rules.ts";

/**
 * The private calendar of the demo's practitioner, as her provider would serve it.
 *
 * @throws AppError `not_found` outside the demo.
 */
export async function showDemoCalendar(ctx: Context): Promise<string> {
  if (!ctx.config.demo) throw new AppError("not_found");
  const now = ctx.now();
  const events = demoEvents(now).map((event) => ({
    ...event,
    // As of another site, or they would be taken for our own and left out.
    uid: `${event.uid}@agenda-d-ines.example.fr`,
    changedAt: now,
    sequence: 0,
  }));
  return writeIcs("Agenda d'Inès", events);
}
