import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "#core/context.server.ts";
import { connectAccount } from "#core/professionals/payment-account/connect-account.server.ts";
import { refreshAccount } from "#core/professionals/payment-account/refresh-account.server.ts";
import { professionalProfiles, proofs } from "#core/tables.server.ts";
import { checkProofs } from "#core/verifications/check-proofs.server.ts";
import { submitProof } from "#core/verifications/submit-proof.server.ts";
import { type LateAnswers, openLateAnswers } from "../make/late-answers.ts";
import { openPaymentWorld, type PaymentWorld } from "../make/payments.ts";
import { makeProfessional } from "../make/people.ts";

/*
 * The provider is asked by several at once, and an answer that is older arrives after a newer one:
 * it is never stored in its place.
 */

let world: PaymentWorld;
let late: LateAnswers;
beforeAll(async () => {
  world = await openPaymentWorld();
  late = await openLateAnswers(world.simulator);
});
afterAll(async () => {
  late.stop();
  await world.stop();
});
afterEach(() => world.simulator.clearFaults());

const dropWebhooks = () => world.simulator.fault({ type: "webhook_drop", event: "*", times: null });

/** The same context, some of whose answers come late. */
const lateOf = (ctx: Context): Context => ({ ...ctx, stripe: late.stripe });

async function professionalOf(id: string) {
  const found = eq(professionalProfiles.id, id);
  const [row] = await world.db.select().from(professionalProfiles).where(found);
  return row;
}

describe("an answer that arrives late", () => {
  test("about a new account does not bring it back once access to it was taken back", async () => {
    const { id, userId } = await makeProfessional(world.db, { payments: false });
    const ctx = await world.context(userId);
    await dropWebhooks();
    const details = { businessName: "Atelier du souffle", businessType: "individual" } as const;
    const arrive = await late.begin("POST /v1/accounts", () =>
      connectAccount(lateOf(ctx), details).catch(({ code }) => code),
    );
    await connectAccount(ctx, details);
    const accountId = String((await professionalOf(id))?.stripeConnectAccountId);
    await world.simulator.fault({ type: "revoke_account", account: accountId });
    await refreshAccount(ctx, { accountId });
    expect(await arrive()).toBe("provider_unavailable");
    expect(await professionalOf(id)).toMatchObject({ stripeConnectAccountId: null });
  });

  test("about who somebody is does not vouch for them after a newer doubt", async () => {
    const { id, accountId, userId } = (await world.makeOffer()).professional;
    const ctx = await world.context(userId);
    await dropWebhooks();
    const arrive = await late.begin(`GET /v1/accounts/${accountId}`, () =>
      checkProofs(lateOf(ctx), { professionalId: id }),
    );
    await world.simulator.fault({ type: "restrict_account", account: accountId });
    await checkProofs(ctx, { professionalId: id });
    await arrive();
    expect(await world.db.$count(proofs, eq(proofs.professionalId, id))).toBe(0);
  });

  test("about a SIRET does not refuse the one that was given in its place", async () => {
    const { id, userId } = await makeProfessional(world.db, { payments: false });
    const ctx = await world.context(userId);
    await submitProof(ctx, { kind: "company", number: "55210055400013" });
    const find: Context["companies"]["find"] = async () => {
      await submitProof(ctx, { kind: "company", number: "73282932000074" });
      return null;
    };
    await checkProofs({ ...ctx, companies: { find } }, { professionalId: id });
    const given = await world.db
      .select({ number: proofs.number, status: proofs.status })
      .from(proofs)
      .where(eq(proofs.professionalId, id))
      .orderBy(desc(proofs.createdAt));
    expect(given).toEqual([
      { number: "73282932000074", status: "waiting" },
      { number: "55210055400013", status: "ended" },
    ]);
  });
});
