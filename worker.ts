import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { type Context, defineJob } from "#core/context.server.ts";
import { JOB_NAMES, type JobMap, LANES, RECURRING } from "#core/jobs.ts";
import { sendPush } from "#core/notifications/push/send-push.server.ts";
import { sendMail } from "#core/notifications/send-mail.server.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import { type OpenRuntime, openContext } from "#core/runtime.server.ts";
import { legal } from "#core/site.ts";
import { mailsOf, renderPush } from "#mails/render.ts";
import { jobSeconds } from "#platform/metrics.server.ts";
import { markOf } from "#platform/seal.server.ts";

interface Job {
  (ctx: Context, data: never): Promise<unknown>;
  jobName: keyof JobMap;
}

const modules = import.meta.glob<Record<string, unknown>>("./core/**/*.server.ts", { eager: true });

const isJob = (value: unknown): value is Job => typeof value === "function" && "jobName" in value;

const jobs = Map.groupBy(
  [
    ...Object.values(modules)
      .flatMap((module) => Object.values(module))
      .filter(isJob),
    defineJob("send-mail", (ctx, data) => sendMail(ctx, data, mailsOf(legal))),
    defineJob("send-push", (ctx, data) => sendPush(ctx, data, renderPush)),
    defineJob("ask-refund", (ctx, data) => askRefund(ctx, data, applyPayment)),
  ],
  ({ jobName }) => jobName,
);

const misdefined = JOB_NAMES.filter((name) => jobs.get(name)?.length !== 1);
if (misdefined.length > 0) throw new Error(`Defined never or twice: ${misdefined.join()}`);

export async function startWork(runtime: OpenRuntime): Promise<void> {
  const run =
    <Name extends keyof JobMap>(name: Name) =>
    async (data: JobMap[Name], requestId?: string) => {
      const ctx = openContext(runtime, requestId);
      const stop = jobSeconds.startTimer({ name });
      let outcome = "failed";
      try {
        await jobs.get(name)?.[0]?.(ctx, data as never);
        outcome = "done";
      } finally {
        const seconds = stop({ outcome });
        const level = requestId ? "info" : "debug";
        ctx.log[level]({ job: name, outcome, ms: Math.round(seconds * 1000) }, "job");
      }
    };
  await runtime.jobs.work(
    Object.fromEntries(JOB_NAMES.map((name) => [name, run(name)])) as {
      [Name in keyof JobMap]: (data: JobMap[Name], requestId?: string) => Promise<void>;
    },
    LANES,
  );
  // A changed key reseals at once (rule: sealed-secrets).
  const mark = markOf(runtime.config.encryptionKey);
  const keys: Partial<Record<keyof JobMap, string>> = {
    "seal-secrets": `seal-secrets, ${mark}`,
    "reseal-papers": `reseal-papers, ${mark}`,
  };
  for (const { name, seconds } of RECURRING) {
    if (name === "renew-demo-slots" && !runtime.config.demo) continue;
    // The demo's stand-in would move what is shown.
    if (name === "locate-offerings" && !runtime.config.geocoder) continue;
    const ask = () =>
      runtime.jobs
        .send(runtime.db, name, {}, { singletonKey: keys[name] ?? name, singletonSeconds: seconds })
        .catch((error: unknown) => runtime.log.warn({ err: error, job: name }, "job not enqueued"));
    await ask();
    setInterval(ask, seconds * 1000).unref();
  }
}
