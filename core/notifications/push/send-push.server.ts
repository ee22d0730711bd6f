import { OutsideError } from "#platform/outside-requests.server.ts";
import type { Context } from "../../context.server.ts";
import { factsOf } from "../labels.ts";
import { secondsKept, timeOf } from "./rules.ts";
import type { RenderPush } from "./schema.ts";
import { deleteDevice, findDevice, findTold, listRefusedPushes } from "./store.server.ts";

/**
 * Checks everything again; a crash after the service took it sends twice (rule: notifications).
 * @throws what went wrong with the push service: the queue tries again.
 */
export async function sendPush(
  ctx: Context,
  job: { mailId: string; deviceId: string; until: string },
  render: RenderPush,
): Promise<void> {
  const now = ctx.now();
  if (now >= new Date(job.until)) return;
  const { from, until } = timeOf(now);
  if (from > now) {
    // It was tried for so long that the night has come.
    const startAfter = Math.ceil((from.getTime() - now.getTime()) / 1_000);
    await ctx.jobs.send(
      ctx.db,
      "send-push",
      { ...job, until: until.toISOString() },
      { startAfter },
    );
    return;
  }
  const device = await findDevice(ctx.db, job.deviceId, now);
  const mail = await findTold(ctx.db, job.mailId);
  if (!device || !mail || device.email !== mail.to) return;
  const topic = factsOf(mail.kind).push;
  if (!topic || (await listRefusedPushes(ctx.db, device.userId)).includes(topic)) return;
  const told = await render(ctx, mail);
  if (!told) return;
  const { goodUntil, ...words } = told;
  const about = { to: device.email, seconds: secondsKept(goodUntil, now) };
  if ((await hand(ctx, device, { ...words, tag: mail.id }, about)) === "gone") {
    await deleteDevice(ctx.db, job.deviceId);
  }
}

/** An address that our guard lets nobody ask is no push service's. */
async function hand(ctx: Context, ...push: Parameters<Context["pusher"]["send"]>) {
  try {
    return await ctx.pusher.send(...push);
  } catch (error) {
    if (error instanceof OutsideError && error.failure === "refused") return "gone";
    throw error;
  }
}
