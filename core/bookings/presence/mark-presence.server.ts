import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { findSide } from "../letters/find-side.server.ts";
import { judgeCode } from "./judge-code.server.ts";
import { isPresenceOpen } from "./rules.ts";
import { sayPresence } from "./say-presence.server.ts";
import { markPresenceInput, type PresenceView } from "./schema.ts";

/**
 * Records that a client was present, late or absent, or proves their presence by the code of their
 * booking (rule: presence-code). A record without the code has no further consequences.
 *
 * @throws AppError `unauthenticated`, `invalid_input` for a wrong code, `not_found` for a booking of
 * others, `forbidden` for its client, `conflict` with the reason when it cannot be said,
 * `rate_limited` after five wrong codes.
 */
export async function markPresence(
  ctx: Context,
  input: z.input<typeof markPresenceInput>,
): Promise<PresenceView> {
  const { bookingId, code, status } = parseInput(markPresenceInput, input);
  const { row, by } = await findSide(ctx, bookingId);
  if (by === "client") throw new AppError("forbidden");
  if (row.status !== "confirmed") throw new AppError("conflict");
  if (status) return sayPresence(ctx, bookingId, { presence: status, by: "professional" });
  if (!isPresenceOpen(row, ctx.now())) {
    throw new AppError("conflict", {
      message: "La présence se note de 2 h avant le début à 48 h après la fin.",
    });
  }
  const { slotId, professionalId } = row;
  await judgeCode(ctx, professionalId, { slotId, code: String(code), bookingId });
  return sayPresence(ctx, bookingId, { presence: "present", by: "code" });
}
