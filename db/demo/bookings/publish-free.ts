import { sql } from "drizzle-orm";
import { demoEvents } from "#core/calendars/demo/rules.ts";
import { publishSlot } from "#core/catalogue/publishing/publish-slot.server.ts";
import type { Actor, Context } from "#core/context.server.ts";
import { formatTime, toParis } from "#core/dates.ts";
import { MINUTE } from "#core/durations.ts";
import { actorOf, emailOf, professionalIdOf } from "../people.ts";
import type { Professional } from "../texts.ts";

const QUARTER = 15 * MINUTE;

/** The actor that a practitioner is when they sell. */
export function sellerOf(seller: Professional): Actor {
  const person = { ...seller, email: emailOf(seller) };
  return { ...actorOf(person), isPro: true, professionalId: professionalIdOf(seller) };
}

/** The quarter hours from an instant on at which a session may start, for a day. */
export function quartersFrom(instant: Date): Date[] {
  const first = Math.ceil(instant.getTime() / QUARTER) * QUARTER;
  const quarters = Array.from({ length: 96 }, (_, place) => new Date(first + place * QUARTER));
  return quarters.filter((start) => formatTime(start) >= "07:00" && formatTime(start) <= "20:30");
}

/** Publishes one more slot of an offering, at the first of these times at which its owner is free. */
export async function publishFree(
  ctx: Context & { actor: Actor },
  { offeringId, minutes, starts }: { offeringId: string; minutes: number; starts: readonly Date[] },
): Promise<void> {
  for (const start of starts) {
    const end = new Date(start.getTime() + minutes * MINUTE);
    // Her private calendar is read later.
    if (demoEvents(start).some((event) => event.start < end && event.end > start)) continue;
    const { rowCount } = await ctx.db.execute(sql`
      select from slots s join offerings o on o.id = s.offering_id
      where o.professional_id = ${ctx.actor.professionalId}
        and s.start_datetime < ${end} and s.end_datetime > ${start} limit 1`);
    if (rowCount) continue;
    await publishSlot(ctx, { offeringId, start: toParis(start) });
    return;
  }
}
