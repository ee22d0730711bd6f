import { requireActor } from "../accounts/rules.ts";
import type { Context } from "../context.server.ts";
import { changeImage } from "../media/change-image.server.ts";
import { refreshOffers } from "../offers/refresh-offers.server.ts";
import { changedColumns, nextVersion, requireFresh } from "../versions.ts";
import { chooseType } from "./choose-type.server.ts";
import { changeOf } from "./labels.ts";
import { parseChanges } from "./parse-offering.server.ts";
import { lockOwn, permitOwner } from "./permit-owner.server.ts";
import { recurrenceOf } from "./rules.ts";
import { type SessionInput, sessionInput } from "./schema.ts";
import { readTypeName, sessionColumns, updateSessionRow } from "./store.server.ts";
import { changeSchedule } from "./write-schedule.server.ts";

/**
 * The title of every refusal, and its sentence (rule: slot-edits); the reason stands with the
 * slots.
 */
const REFUSED = "Impossible de mettre à jour la session";

/**
 * Changes the given fields of a session, by the rules of its creation, and its coming slots by
 * their difference (rule: slot-edits). The session's rows are locked first, so that no seat is sold
 * meanwhile.
 *
 * @param input `version` is the one that the edit began from.
 * @throws AppError `unauthenticated`, `not_found`, `forbidden`, `invalid_input`, `stale` when it
 * would undo a change made since, `conflict` when a booking is in the way: then `fields.slots` says
 * which.
 */
export async function updateSession(
  ctx: Context,
  {
    sessionId,
    changes,
    version,
  }: { sessionId: unknown; changes: Partial<SessionInput>; version?: number | undefined },
): Promise<void> {
  const { userId } = requireActor(ctx);
  const { id } = await permitOwner(ctx, "session", sessionId);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const session = await lockOwn(tx, "session", id);
    const wish = parseChanges(sessionInput, session, changes);
    const image = { before: session.imageUrl, after: wish.imageUrl };
    const next = { ...wish, activityTypeId: await chooseType(tx, wish, userId) };
    const changed = changedColumns(session, sessionColumns(next));
    const category = await readTypeName(tx, session.activityTypeId);
    const told = changeOf("session", { category });
    requireFresh(session, version, changed, told);
    await changeImage(ctx, tx, { bucket: "session-images", ...image });
    const before = recurrenceOf(session);
    const schedule = { kind: "session", id, before, wish, refusal: REFUSED } as const;
    if (await changeSchedule(ctx, tx, schedule)) {
      requireFresh(session, version, ["slots"], told);
      changed.push("slots");
    }
    await updateSessionRow(tx, id, next, nextVersion(session, changed));
    await refreshOffers(tx, [id], now);
  });
}
