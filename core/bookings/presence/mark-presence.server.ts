import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-participant.server.ts";
import { matchCode } from "./match-code.server.ts";
import { recordPresence } from "./record-presence.server.ts";
import { isPresenceOpen } from "./rules.ts";
import { markPresenceInput, type PresenceView } from "./schema.ts";

/**
 * A record without the code has no further consequences (rule: presence-code).
 * @throws AppError `unauthenticated`, `invalid_input`, `not_found`, `forbidden`, `conflict`,
 * `rate_limited`.
 */
export async function markPresence(
  ctx: Context,
  input: z.input<typeof markPresenceInput>,
): Promise<PresenceView> {
  const { bookingId, code, status } = parseInput(markPresenceInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  if (by === "client") throw new AppError("forbidden");
  if (row.status !== "confirmed") throw new AppError("conflict");
  if (status) return recordPresence(ctx, bookingId, { presence: status, by: "professional" });
  if (!isPresenceOpen(row, ctx.now())) {
    throw new AppError("conflict", {
      message: "La présence se note de 2 h avant le début à 48 h après la fin.",
    });
  }
  const { slotId, professionalId } = row;
  await matchCode(ctx, professionalId, { slotId, code: String(code), bookingId });
  return recordPresence(ctx, bookingId, { presence: "present", by: "code" });
}
