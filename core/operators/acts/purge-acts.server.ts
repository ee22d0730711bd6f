import { inBatches } from "#platform/batches.server.ts";
import { signText } from "../../accounts/logins/sign-login.server.ts";
import type { Context } from "../../context.server.ts";
import { LONGEST } from "../rules.ts";
import {
  deleteOldChallenges,
  deleteOldLogins,
  deleteReadings,
  purgeOldest,
  readAnchor,
} from "./store.server.ts";

/**
 * Deletes acts and readings whose period is over, logins that have ended, and challenges that nobody
 * has answered (rule: retention). The
 * chain goes on from a signed anchor. Safe to repeat.
 *
 * @returns false when some is left for another turn.
 */
export async function purgeActs(
  ctx: Context,
  before: { acts: Date; readings: Date },
): Promise<boolean> {
  const sign = (text: string) => signText(ctx, text);
  const isDone = await inBatches(() =>
    ctx.db.transaction((tx) => purgeOldest(tx, before.acts, sign)),
  );
  const ended = new Date(ctx.now().getTime() - LONGEST);
  const areLoginsDone = await inBatches(() => deleteOldLogins(ctx.db, ended));
  const areChallengesDone = await inBatches(() => deleteOldChallenges(ctx.db, ctx.now()));
  const areReadingsDone = await inBatches(() => deleteReadings(ctx.db, before.readings));
  return isDone && areLoginsDone && areChallengesDone && areReadingsDone;
}

/** Whether the beginning of the chain is ours: nothing was purged yet, or our secret signed it. */
export async function isAnchorOurs(ctx: Context): Promise<boolean> {
  const anchor = await readAnchor(ctx.db);
  return !anchor || anchor.signature === (await signText(ctx, `${anchor.number} ${anchor.hash}`));
}
