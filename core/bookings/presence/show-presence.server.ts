import type { z } from "zod";
import { requireActor } from "../../accounts/rules.ts";
import type { Context } from "../../context.server.ts";
import { parseInput } from "../../parse.ts";
import { findParticipant } from "../find-own-booking.server.ts";
import { bookingTexts } from "../labels.ts";
import { shortName } from "../messages/rules.ts";
import { isPresenceOpen, type PresenceCount, visibleCode } from "./rules.ts";
import { presenceInput } from "./schema.ts";
import { countOwnPresence } from "./store.server.ts";

export { countsOf } from "./store.server.ts";

/** @throws AppError `unauthenticated`, `invalid_input`, `not_found` for everybody else. */
export async function showPresence(ctx: Context, input: z.input<typeof presenceInput>) {
  const { bookingId } = parseInput(presenceInput, input);
  const { row, by } = await findParticipant(ctx, bookingId);
  const { title, date, time } = bookingTexts(row);
  const [now, isClient] = [ctx.now(), by === "client"];
  return {
    ...{ bookingId, title, date, time, client: shortName(row) },
    isClient,
    // The professional is asked for it.
    ownCode: isClient && row.end > now ? visibleCode(row) : null,
    isOpen: row.status === "confirmed" && isPresenceOpen(row, now),
    presence: row.presence,
  };
}

/**
 * Counts over all professionals, for the caller alone (rule: presence-code).
 * @throws AppError `unauthenticated`.
 */
export async function countPresence(ctx: Context): Promise<PresenceCount> {
  const { userId } = requireActor(ctx);
  return countOwnPresence(ctx.db, userId);
}
