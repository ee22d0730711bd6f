import type { Context } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import {
  lastReminded,
  paperKey,
  RECHECK_AFTER,
  RETRY_AFTER,
  reminderFor,
  STRAY_PAPER_LIFE,
} from "./rules.ts";
import { endProof } from "./settle-tick.server.ts";
import { deleteFile, listDueFiles, listEnding, listToCheck, lockHolder } from "./store.server.ts";

/** A turn has to end well within 30 s. */
const CHECKS = 500;
const FILES = 50;

/** Runs every hour and is safe to repeat (rules: tick, private-papers). */
export async function watchProofs(ctx: Context): Promise<void> {
  const now = ctx.now();
  for (const proof of await listEnding(ctx.db, lastReminded(now))) {
    if (proof.expiresOn < dayKey(now)) await expire(ctx, proof);
    else await remind(ctx, proof);
  }
  const before = (age: number) => new Date(now.getTime() - age);
  const due = { checkedBefore: before(RECHECK_AFTER), triedBefore: before(RETRY_AFTER) };
  for (const professionalId of await listToCheck(ctx.db, { ...due, limit: CHECKS })) {
    const once = { singletonKey: professionalId, singletonSeconds: RETRY_AFTER / 1_000 };
    await ctx.jobs.send(ctx.db, "check-proofs", { professionalId }, once);
  }
  await sweepPapers(ctx);
}

type Ending = Awaited<ReturnType<typeof listEnding>>[number];

async function remind(ctx: Context, { id, expiresOn, email }: Ending): Promise<void> {
  const days = reminderFor(expiresOn, ctx.now());
  if (days === null) return;
  await enqueueMail(ctx, ctx.db, {
    // Each goes once; a missed first is not made up for once the second is due.
    ...{ kind: "proof-expiring", reference: `${id} ${days}`, to: email, data: { proofId: id } },
  });
}

async function expire(ctx: Context, { professionalId, kind, expiresOn }: Ending): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (holder) await endProof(ctx, tx, holder, kind, "Sa date de fin est passée.");
  });
  ctx.log.info({ professionalId, kind, expiresOn }, "a proof has expired");
}

async function sweepPapers(ctx: Context): Promise<void> {
  const now = ctx.now();
  const strayBefore = new Date(now.getTime() - STRAY_PAPER_LIFE);
  const due = await listDueFiles(ctx.db, { now, strayBefore, limit: FILES });
  for (const id of due) {
    try {
      await ctx.files.remove(paperKey(id));
    } catch (error) {
      // Its row stays, so that the next turn comes back to it.
      ctx.log.warn({ err: error, paper: id }, "a document could not be removed");
      return;
    }
    await deleteFile(ctx.db, id);
  }
  if (due.length === FILES) await ctx.jobs.send(ctx.db, "watch-proofs", {});
}
