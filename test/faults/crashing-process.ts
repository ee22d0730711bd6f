import { once } from "node:events";
import type Stripe from "stripe";
import { issueTemporaryPassword } from "#core/accounts/passwords/mail-access-links.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { applyPayment } from "#core/bookings/payment/apply-payment.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import type { JobMap } from "#core/jobs.ts";
import { uploadImage } from "#core/media/upload-image.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { askRefund } from "#core/payments/refunds/ask-refund.server.ts";
import { processStripeEvent } from "#core/reconciliation/process-stripe-event.server.ts";
import { receiveStripeEvent } from "#core/reconciliation/receive-stripe-event.server.ts";
import { reclaimShare } from "#core/reconciliation/share-reclaims/reclaim-share.server.ts";
import type { Files } from "#platform/files.server.ts";
import { newId } from "#platform/ids.server.ts";
import { createDatabase, type Database } from "#platform/postgres.server.ts";
import { createStripe } from "#platform/stripe.server.ts";
import { actorOf, makeConfig, makeContext } from "../make/context.ts";
import type { Delivery } from "../make/deliveries.ts";
import { fileOf, jpeg, makePicture } from "../make/pictures.ts";
import { createPatientPool } from "../patient-pool.ts";

/*
 * A process of its own that does one thing and dies by kill -9 at a chosen point of it, as a machine
 * that loses its power would. Its order comes as JSON in the first argument.
 */

export type CrashPoint =
  | "hold committed"
  | "checkout created, not saved"
  | "redirect"
  | "event stored"
  | "guest account half made"
  | "temporary password half issued"
  | "confirmed, mail unsent"
  | "refund asked"
  | "refund done, not saved"
  | "reclaim decided"
  | "reclaim done, not saved"
  | "file written, row missing"
  | "slot generation half done";

export interface Order {
  databaseUrl: string;
  apiBase: string;
  dataDir: string;
  crashAt: CrashPoint;
  userId: string | null;
  act:
    | { book: Parameters<typeof bookSlot>[1] }
    | { receive: Delivery }
    | { issue: JobMap["issue-temporary-password"] }
    | { refund: { refundId: string } }
    | { reclaim: Parameters<typeof reclaimShare>[1] }
    | { upload: { bucket: string } }
    | { generate: Parameters<typeof generateSlots>[1][] };
}

function die(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("still alive");
}

/** The SDK, except that one of its calls kills the process, before or after it reached Stripe. */
function deadly(stripe: Stripe, crashAt: CrashPoint): Stripe {
  const dieBefore = () => die();
  const dieAfter = <Args extends unknown[]>(call: (...args: Args) => Promise<unknown>) => {
    return async (...args: Args) => {
      await call(...args);
      die();
    };
  };
  const { sessions } = stripe.checkout;
  const { refunds, transfers } = stripe;
  const plan: { [Point in CrashPoint]?: () => void } = {
    "hold committed": () => Object.assign(sessions, { create: dieBefore }),
    "checkout created, not saved": () =>
      Object.assign(sessions, { create: dieAfter(sessions.create.bind(sessions)) }),
    "event stored": () => Object.assign(sessions, { retrieve: dieBefore }),
    "refund asked": () => Object.assign(refunds, { create: dieBefore }),
    "refund done, not saved": () =>
      Object.assign(refunds, { create: dieAfter(refunds.create.bind(refunds)) }),
    "reclaim decided": () => Object.assign(transfers, { createReversal: dieBefore }),
    "reclaim done, not saved": () =>
      Object.assign(transfers, {
        createReversal: dieAfter(transfers.createReversal.bind(transfers)),
      }),
  };
  plan[crashAt]?.();
  return stripe;
}

/** Three of a picture's six files are written when the process ends. */
function deadlyFiles(files: Files): Files {
  let written = 0;
  return {
    ...files,
    async write(key, bytes) {
      await files.write(key, bytes);
      written += 1;
      if (written === 3) die();
    },
  };
}

/** The second transaction does all of its work, and is never committed. */
function deadlyDatabase(db: Database): Database {
  const begin = db.transaction.bind(db);
  let begun = 0;
  db.transaction = (work, config) => {
    begun += 1;
    const isLast = begun === 2;
    return begin(async (tx) => {
      const answer = await work(tx);
      return isLast ? die() : answer;
    }, config);
  };
  return db;
}

const [order] = (await once(process, "message")) as [Order];
const { act, crashAt, dataDir, apiBase } = order;
const db = createDatabase(createPatientPool(order.databaseUrl, "parenthese-crash"));
const config = makeConfig({ dataDir });
const base = makeContext(db, {
  config: { ...config, stripe: { ...config.stripe, apiBase } },
  now: () => new Date(),
  // Everybody comes from a network of their own: thirty holds are all that one may have.
  address: newId(),
  actor: order.userId ? await actorOf(db, order.userId) : null,
});
const ctx = {
  ...base,
  stripe: deadly(createStripe(base.config.stripe), crashAt),
  // A guest's account comes with a job, the password with a mail: this is where these are enqueued.
  ...(["guest account half made", "temporary password half issued"].includes(crashAt) && {
    jobs: { send: async () => die() },
  }),
  ...(crashAt === "file written, row missing" && { files: deadlyFiles(base.files) }),
  ...(crashAt === "slot generation half done" && { db: deadlyDatabase(db) }),
};
if ("book" in act) await bookSlot(ctx, act.book);
else if ("receive" in act) {
  // The site takes it in; what dies is the worker.
  await receiveStripeEvent(base, act.receive);
  await processStripeEvent(ctx, { eventId: JSON.parse(act.receive.payload).id });
} else if ("issue" in act) await issueTemporaryPassword(ctx, act.issue);
else if ("refund" in act) await askRefund(ctx, act.refund, applyPayment);
else if ("reclaim" in act) await reclaimShare({ ...ctx, operator: COMMAND_LINE }, act.reclaim);
else if ("upload" in act) {
  await uploadImage(ctx, { ...act.upload, file: fileOf(await jpeg(makePicture(40, 30))) });
} else for (const one of act.generate) await generateSlots(ctx, one);
// « redirect » and « confirmed, mail unsent »: all is done, and nobody was answered or told.
die();
