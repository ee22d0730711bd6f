import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { matchCode } from "./match-code.server.ts";
import { recordPresence } from "./record-presence.server.ts";
import { isPresenceOpen } from "./rules.ts";
import { enterCodeInput, type PresenceView } from "./schema.ts";
import { findHour } from "./store.server.ts";

/**
 * Marks the client of a slot as present whose code was entered (rule: presence-code).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`,
 * `rate_limited`.
 */
export async function enterCode(
  ctx: Context,
  input: z.input<typeof enterCodeInput>,
): Promise<PresenceView> {
  const { userId } = requireActor(ctx);
  const asked = parseInput(enterCodeInput, input);
  const hour = await findHour(ctx.db, asked.slotId);
  if (!hour) throw new AppError("not_found");
  if (hour.ownerId !== userId) throw new AppError("forbidden");
  if (!isPresenceOpen(hour, ctx.now())) {
    throw new AppError("conflict", {
      message: "La présence se note de 2 h avant le début à 48 h après la fin.",
    });
  }
  const bookingId = await matchCode(ctx, hour.professionalId, asked);
  return recordPresence(ctx, bookingId, { presence: "present", by: "code" });
}
