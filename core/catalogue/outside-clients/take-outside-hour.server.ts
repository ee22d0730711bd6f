import { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { MINUTE } from "../../durations.ts";
import { AppError } from "../../errors.ts";
import { addOwnTime } from "../../own-time/add-own-time.server.ts";
import { type Consequences, MAX_TITLE_LENGTH } from "../../own-time/schema.ts";
import { parseInput } from "../../parse.ts";
import { duration, instant, optional } from "../fields/schema.ts";
import { permitSource } from "../publishing/permit-slot.server.ts";
import { findSlotAt } from "../publishing/store.server.ts";
import { addOutsideClient } from "./add-outside-client.server.ts";
import { outsideInput } from "./schema.ts";

const input = z.object({
  start: instant,
  /** The offering's if left out. */
  minutes: z.preprocess((value) => value || undefined, duration.optional()),
  offeringId: optional(z.uuid("Choisissez une séance").or(z.literal(""))),
  name: outsideInput.shape.name,
});

/**
 * Takes a seat of the slot at that hour, else hours of the caller's own (rule: own-time).
 * @returns the slot, or what the hours close.
 * @throws AppError `forbidden` to others, `conflict`, `invalid_input`.
 */
export async function takeOutsideHour(
  ctx: Context,
  raw: z.input<typeof input>,
): Promise<{ slotId: string } | Consequences> {
  requireActor(ctx);
  const { start, offeringId, name, minutes } = parseInput(input, raw);
  const source = offeringId ? await permitSource(ctx, { offeringId }) : null;
  const slot = source && (await findSlotAt(ctx.db, source.id, start));
  if (slot?.isActive) {
    await addOutsideClient(ctx, { slotId: slot.id, name });
    return { slotId: slot.id };
  }
  const lasts = minutes ?? source?.duration;
  if (!lasts) {
    throw new AppError("invalid_input", { fields: { minutes: ["Choisissez une durée"] } });
  }
  return addOwnTime(ctx, {
    ...{ kind: "outside", from: start.toISOString() },
    title: (name ?? source?.title)?.slice(0, MAX_TITLE_LENGTH),
    to: new Date(start.getTime() + lasts * MINUTE).toISOString(),
  });
}
