import type { z } from "zod";
import { requireProfessional } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { cents } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { findOtherHours } from "../cancellation/find-other-hours.server.ts";
import { shortName } from "../messages/rules.ts";
import { refundsOf, whyNotPeriod } from "./rules.ts";
import { costInput, type PeriodView, type Stop } from "./schema.ts";
import { readRunning, readStops } from "./store.server.ts";

/**
 * Shows slots, costs and the other slots on offer without changing anything.
 * @throws AppError `unauthenticated`, `forbidden` without a professional profile, `invalid_input`.
 */
export async function previewPeriod(
  ctx: Context,
  raw: z.input<typeof costInput>,
): Promise<PeriodView> {
  const { professionalId } = requireProfessional(ctx);
  const now = ctx.now();
  const period = parseInput(costInput, raw);
  const why = whyNotPeriod(period, now);
  if (why) throw new AppError("invalid_input", { fields: { to: [why] } });
  const from = new Date(Math.max(+period.from, +now));
  const running = period.from <= now ? await readRunning(ctx.db, professionalId, now) : [];
  const stops: Stop[] = [];
  for (const { people, offeringId: _, ...stop } of await readStops(ctx.db, professionalId, {
    ...{ from, to: period.to },
  })) {
    // A slot that begins at this very moment counts as begun.
    if (stop.start <= now) continue;
    const others =
      people.length > 0
        ? await findOtherHours(ctx.db, stop.slotId, { from, to: period.to }, now)
        : [];
    stops.push({
      ...stop,
      people: people.map(({ first, last, isFirst, seats, dueCents }) => ({
        ...{ isFirst, seats, dueCents: cents(dueCents), firstName: first },
        name: shortName({ clientFirstName: first, clientLastName: last }),
      })),
      ...refundsOf(people),
      others,
    });
  }
  const isBooked = ({ people, held }: Stop) => people.length + held > 0;
  const ordered = [...stops.filter(isBooked), ...stops.filter((stop) => !isBooked(stop))];
  return { from, to: period.to, running, stops: ordered };
}
