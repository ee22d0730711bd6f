import { ServiceAway } from "#platform/ask-service.server.ts";
import type { Establishment } from "#platform/company-register.server.ts";
import { storeNewest, takeVersion } from "#platform/newest-answer.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { type Context, defineJob } from "../context.server.ts";
import { dayKey } from "../dates.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { isAccountLost } from "../payments/checkouts/read-checkout.server.ts";
import { professionalProfiles } from "../tables.server.ts";
import { sweepPapers } from "./keep-papers.server.ts";
import { isOutdated, lastReminded, RECHECK_AFTER, RETRY_AFTER, reminderFor } from "./rules.ts";
import type { ProofView } from "./schema.ts";
import { endProof, settleTick } from "./settle-tick.server.ts";
import {
  changeProofs,
  findHolder,
  findProof,
  insertProof,
  listAccepted,
  listEnding,
  listProofs,
  listToCheck,
  lockHolder,
  writeCheck,
} from "./store.server.ts";

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

/**
 * A closed or unknown company ends, an identity too (rule: tick); a register that is away changes
 * nothing. A profile's new SIRET or name ends the company before anybody is asked.
 * @throws the provider's error when it does not answer.
 */
export const checkProofs = defineJob("check-proofs", async (ctx, { professionalId, edited }) => {
  if (edited) await endOutdated(ctx, professionalId, edited);
  await storeNewest(ctx.db, professionalProfiles, professionalId, (version) =>
    check(ctx, professionalId, version),
  );
});

async function check(ctx: Context, professionalId: string, version: string): Promise<void> {
  const holder = await findHolder(ctx.db, professionalId);
  if (!holder?.isOpen) return;
  const companies = (await listProofs(ctx.db, professionalId)).filter(
    ({ kind, status }) => kind === "company" && (status === "waiting" || status === "accepted"),
  );
  const answers: [ProofView, Establishment | null][] = [];
  for (const proof of companies) {
    const found = await askRegister(ctx, String(proof.number));
    if (found !== "away") answers.push([proof, found]);
  }
  const isKnown = await isIdentityKnown(ctx, holder.accountId);
  await ctx.db.transaction(async (tx) => {
    await takeVersion(tx, professionalProfiles, professionalId, version);
    for (const [proof, found] of answers) await writeAnswer(ctx, tx, professionalId, proof, found);
    await writeIdentity(ctx, tx, professionalId, isKnown);
  });
}

const CHANGED = {
  siret: "Votre profil a maintenant un autre numéro SIRET.",
  name: "Votre profil a maintenant un autre nom que celui du registre public.",
};

async function endOutdated(ctx: Context, professionalId: string, edited: "siret" | "name") {
  await ctx.db.transaction(async (tx) => {
    const holder = await lockHolder(tx, professionalId);
    if (!holder?.isOpen) return;
    const accepted = (await listAccepted(tx, professionalId)).find(
      ({ kind }) => kind === "company",
    );
    if (accepted && isOutdated(edited, accepted, holder)) {
      await endProof(ctx, tx, holder, "company", CHANGED[edited]);
    }
  });
}

async function askRegister(ctx: Context, siret: string): Promise<Establishment | null | "away"> {
  try {
    return await ctx.companies.find(siret);
  } catch (error) {
    if (!(error instanceof ServiceAway)) throw error;
    ctx.log.warn({ err: error }, "the register of companies gave no answer");
    return "away";
  }
}

const UNKNOWN = "Le registre public ne connaît pas ce numéro SIRET.";
const CLOSED = "Le registre public dit que cet établissement est fermé.";

async function writeAnswer(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  { id, status }: ProofView,
  register: Establishment | null,
): Promise<void> {
  const holder = await lockHolder(tx, professionalId);
  const now = ctx.now();
  // Another may have been given while the register was asked.
  if (!holder || (await findProof(tx, id))?.status !== status) return;
  if (register) await writeCheck(tx, id, { register, checkedAt: now });
  if (register?.isActive) return;
  const reason = register ? CLOSED : UNKNOWN;
  if (status === "accepted") return endProof(ctx, tx, holder, "company", reason);
  const waiting = { professionalId, kind: "company", status: "waiting" } as const;
  const refusal = { status: "refused", decidedAt: now, checkedAt: now, reason } as const;
  for (const refused of await changeProofs(tx, waiting, refusal, now)) {
    await enqueueMail(ctx, tx, {
      ...{ kind: "proof-refused", reference: refused.id, to: holder.email },
      data: { proofId: refused.id },
    });
  }
}

/** https://docs.stripe.com/connect/handling-api-verification */
async function isIdentityKnown(ctx: Context, accountId: Holder["accountId"]): Promise<boolean> {
  if (!accountId) return false;
  try {
    const account = await ctx.stripe.accounts.retrieve(accountId);
    const { individual, requirements } = account;
    const wanted = [
      ...(requirements?.currently_due ?? []),
      ...(requirements?.past_due ?? []),
      ...(requirements?.pending_verification ?? []),
    ];
    // The provider keeps this to itself where it asks for their details by itself.
    const own = individual?.verification?.status ?? "verified";
    return account.details_submitted === true && wanted.length === 0 && own === "verified";
  } catch (error) {
    if (isAccountLost(error)) return false;
    throw error;
  }
}

async function writeIdentity(
  ctx: Context,
  tx: Transaction,
  professionalId: string,
  isKnown: boolean,
): Promise<void> {
  const holder = await lockHolder(tx, professionalId);
  if (!holder) return;
  const checkedAt = ctx.now();
  const [accepted] = (await listProofs(tx, professionalId)).filter(
    ({ kind, status }) => kind === "identity" && status === "accepted",
  );
  if (!isKnown) {
    const reason = "Notre prestataire de paiement attend une information de votre part.";
    return endProof(ctx, tx, holder, "identity", reason);
  }
  if (accepted) return writeCheck(tx, accepted.id, { checkedAt });
  await insertProof(tx, {
    ...{ professionalId, kind: "identity", status: "accepted" },
    ...{ checkedAt, createdAt: checkedAt, decidedAt: checkedAt },
  });
  await settleTick(tx, holder, checkedAt);
}

/** A turn has to end well within 30 s. */
const CHECKS = 500;
/** Runs every hour and is safe to repeat (rules: tick, private-papers). */
export const watchProofs = defineJob("watch-proofs", async (ctx) => {
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
});

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
