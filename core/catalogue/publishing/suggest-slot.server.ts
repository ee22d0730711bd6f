import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { fromParis } from "../../dates.ts";
import { DAY } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { exampleFloor, freeHalfHours, nearDays } from "./rules.ts";
import type { Publishable, Suggestion } from "./schema.ts";
import { listSources, readTouching, type Source } from "./store.server.ts";

const input = z.object({ offeringId: z.uuid().optional() });

/**
 * The requested offering, else the last published.
 * @throws AppError `forbidden` without a professional profile.
 */
export async function suggestSlot(ctx: Context, raw: z.input<typeof input>): Promise<Suggestion> {
  const { professionalId } = requireActor(ctx);
  if (!professionalId) throw new AppError("forbidden", { message: "Profil professionnel requis" });
  const { offeringId } = parseInput(input, raw);
  const now = ctx.now();
  const sources = await listSources(ctx.db, professionalId);
  const source = sources.find(({ id }) => id === offeringId) ?? sources[0];
  const { today, tomorrow } = nearDays(now);
  const from = fromParis(`${today}T00:00`) ?? now;
  const to = new Date(from.getTime() + 3 * DAY);
  const taken = source ? await readTouching(ctx.db, { professionalId, from, to, without: [] }) : [];
  const free = (day: string) => {
    if (!source) return { day, times: [] };
    const { duration: minutes, buffer, notice, openings } = source;
    return { day, times: freeHalfHours(day, { now, minutes, buffer, notice, openings, taken }) };
  };
  return {
    offerings: sources.map(shown),
    chosen: source ? shown(source) : null,
    today: free(today),
    tomorrow: free(tomorrow),
    buffer: source?.buffer ?? 0,
  };
}

function shown({
  id,
  kind,
  title,
  category,
  imageUrl,
  isOnline,
  city,
  ...rest
}: Source): Publishable {
  const { duration, capacity, priceCents, fallSteps } = rest;
  return {
    ...{ id, kind, title, category, imageUrl, isOnline, city, duration, capacity, priceCents },
    ...{ fallSteps, fallFloorCents: rest.fallFloorCents ?? exampleFloor(priceCents) },
  };
}
