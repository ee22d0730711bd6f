import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { makeActivity, makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest, untilWaiting } from "#test/make/database.ts";
import { deliverMails, openMailbox } from "#test/make/mailbox.ts";
import { SUSPENSION } from "#test/make/operators.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { logIn, resolveActor } from "../../accounts/logins/log-in.server.ts";
import { issueTokens, refreshTokens } from "../../accounts/tokens/issue-tokens.server.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { cents } from "../../money.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { suspendAccount } from "../../sanctions/close-account.server.ts";
import * as tables from "../../tables.server.ts";
import { unusedSince, unusedUntil } from "../rules.ts";
import { closeAccounts } from "./close-accounts.server.ts";
import { listDeletionRequests } from "./erase-account.server.ts";
import { requestAccountDeletion, withdrawDeletion } from "./request-account-deletion.server.ts";

const EMAIL = "zenobie@example.fr";
const PASSWORD = "parenthese";
const at = (day: string) => new Date(`${day}T09:00:00Z`);
/** The day of the account's last use; three years later it may end. */
const USED = at("2023-11-20");

async function makeUnused(db: Database, isPro = false) {
  const user = await makeUser(db, { email: EMAIL, password: PASSWORD, lastActiveAt: USED, isPro });
  const box = await openMailbox();
  const runAt = async (now: Date) => {
    const ctx = makeContext(db, { now, mailer: box.mailer });
    await closeAccounts(ctx);
    await deliverMails(ctx);
    return box.mails.splice(0).filter(({ recipients }) => recipients.includes(EMAIL));
  };
  const profile = async () => {
    const [row] = await db.select().from(tables.profiles).where(eq(tables.profiles.id, user.id));
    if (!row) throw new Error("the profile is gone");
    return row;
  };
  return { user, box, runAt, profile };
}

/** Bookings by hand, without seats or payments. */
async function makeBooking(
  db: Database,
  of: { clientId: string; professionalId?: string; start: Date; status?: "pending" },
) {
  contradict(db, "I1", "I2");
  const slot = await makeSlot(db, { start: of.start });
  const [professional] = await db.select().from(tables.professionalProfiles).limit(1);
  const id = newId();
  await db.insert(tables.bookings).values({
    ...{ id, clientId: of.clientId, buyerEmail: EMAIL, slotId: slot.id, refundableUntil: NOW },
    professionalId: of.professionalId ?? String(professional?.id),
    ...{ pricePaidCents: cents(4_000), commissionCents: cents(400) },
    ...(of.status
      ? { status: of.status }
      : { status: "confirmed", paymentStatus: "paid", confirmedAt: NOW }),
    ...soldFrom(slot.id),
  });
  return id;
}

const makePayment = (
  db: Database,
  reference: string,
  fields: Partial<typeof tables.payments.$inferInsert>,
) =>
  db.insert(tables.payments).values({
    ...{ id: newId(), kind: "session_booking", reference, description: "Séance" },
    ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), payerEmail: EMAIL },
    ...{ successUrl: "/", expiresAt: NOW, ...fields },
  });

describe("the last use of an account", () => {
  dataTest(
    "is noted by a login, a kept login, a program and a booking, once a day",
    async ({ db }) => {
      const { user, profile } = await makeUnused(db);
      const ctx = makeContext(db, { now: NOW });
      const later = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
      const noted = async (use: () => Promise<unknown>) => {
        const notice = newId();
        await db.update(tables.profiles).set({ lastActiveAt: USED, unusedNotice: notice });
        await use();
        const { lastActiveAt, unusedNotice } = await profile();
        expect(unusedNotice).toBe(lastActiveAt?.getTime() === USED.getTime() ? notice : null);
        return lastActiveAt;
      };
      const typed = { email: EMAIL, password: PASSWORD };
      let login = "";
      expect(
        await noted(async () => {
          login = (await logIn(ctx, typed)).login;
        }),
      ).toEqual(NOW);
      const see = (now: Date) => () =>
        resolveActor(makeContext(db, { now }), { login, authorization: null });
      expect(await noted(see(later(1)))).toEqual(USED);
      expect(await noted(see(later(25)))).toEqual(later(25));
      expect(
        await noted(() => logIn(ctx, { ...typed, password: "une autre" }).catch(() => {})),
      ).toEqual(USED);
      let refreshToken = "";
      expect(
        await noted(async () => {
          ({ refreshToken } = await issueTokens(ctx, typed));
        }),
      ).toEqual(NOW);
      expect(await noted(() => refreshTokens(ctx, { refreshToken }))).toEqual(NOW);
      const session = await makeSession(db, { priceCents: 0 });
      const slot = await makeSlot(db, { session });
      const actor = await actorOf(db, user.id);
      const book = () => bookSlot({ ...ctx, actor }, { sessionId: session.id, slotId: slot.id });
      expect(await noted(book)).toEqual(NOW);

      // Within the same day nothing is written.
      await db.update(tables.profiles).set({ lastActiveAt: later(-23) });
      await logIn(ctx, typed);
      expect((await profile()).lastActiveAt).toEqual(later(-23));
    },
  );
});

describe("an account that nobody uses", () => {
  dataTest("is told after 35 months, and closed after 36", async ({ db }) => {
    const { runAt, profile } = await makeUnused(db);
    await makeUser(db, { lastActiveAt: NOW });
    expect(await runAt(at("2026-10-19"))).toEqual([]);
    const [told, ...more] = await runAt(at("2026-10-20"));
    expect(more).toEqual([]);
    expect(told?.subject).toBe("Sans connexion, votre compte sera supprimé le 20 novembre 2026");
    const words = told?.text?.replaceAll(/\s+/g, " ");
    expect(words).toContain("connectez-vous avant le 20 novembre 2026");
    expect(words).toContain("/connexion?suite=/profil");
    expect(words).not.toContain("page professionnelle");
    for (const day of ["2026-10-20", "2026-11-19"]) expect(await runAt(at(day))).toEqual([]);
    expect(await profile()).toMatchObject({ accountStatus: "active", email: EMAIL });

    const [gone] = await runAt(at("2026-11-20"));
    expect(gone?.subject).toBe("Votre compte est supprimé");
    expect(gone?.text?.replaceAll(/\s+/g, " ")).toContain(
      "après 36 mois sans connexion ni réservation",
    );
    expect(await profile()).toMatchObject({
      ...{ accountStatus: "deleted", firstName: "Compte", lastActiveAt: null, unusedNotice: null },
    });
    expect(await db.$count(tables.profiles, eq(tables.profiles.accountStatus, "active"))).toBe(1);
    expect(await runAt(at("2030-01-01"))).toEqual([]);
  });

  dataTest("of a professional is closed as by a deletion: a business stays", async ({ db }) => {
    const { user, runAt, profile } = await makeUnused(db, true);
    await makeProfessional(db, { user, siret: "12345678901234" });
    await makePlan(db, { userId: user.id, planType: "free" });
    const [told] = await runAt(at("2026-10-20"));
    expect(told?.text?.replaceAll(/\s+/g, " ")).toContain("Votre page professionnelle sera fermée");
    await runAt(at("2026-11-20"));
    expect((await profile()).accountStatus).toBe("deleted");
    expect(await db.select().from(tables.professionalProfiles)).toMatchObject([
      { siret: "12345678901234", businessDescription: "" },
    ]);
  });

  dataTest("has thirty days from the mail, however late that goes", async ({ db }) => {
    const { runAt, profile } = await makeUnused(db);
    const [told] = await runAt(at("2027-03-01"));
    expect(told?.subject).toContain("31 mars 2027");
    await runAt(new Date("2027-03-31T08:59:59Z"));
    expect((await profile()).accountStatus).toBe("active");
    await runAt(new Date("2027-03-31T09:00:00Z"));
    expect((await profile()).accountStatus).toBe("deleted");
  });

  dataTest(
    "stays when its mail waits or failed, and is told again a month later",
    async ({ db }) => {
      const { box, runAt, profile } = await makeUnused(db);
      const queue = async (now: Date) => {
        await closeAccounts(makeContext(db, { now, mailer: box.mailer }));
      };
      await queue(at("2026-10-20"));
      // No server accepted it.
      await db.update(tables.mails).set({ createdAt: at("2026-10-20") });
      for (const status of ["queued", "dropped"] as const) {
        await db.update(tables.mails).set({ status });
        await queue(at("2026-11-18"));
        expect(await db.$count(tables.mails)).toBe(1);
      }
      await queue(at("2026-11-20"));
      expect((await profile()).accountStatus).toBe("active");
      expect(await db.$count(tables.mails)).toBe(2);
      const [again] = await runAt(at("2026-11-20"));
      expect(again?.subject).toContain("20 décembre 2026");
      await runAt(at("2026-12-19"));
      expect((await profile()).accountStatus).toBe("active");
      await runAt(at("2026-12-20"));
      expect((await profile()).accountStatus).toBe("deleted");
    },
  );

  dataTest("is kept by a login after the mail, also when it has not gone yet", async ({ db }) => {
    const { box, runAt, profile } = await makeUnused(db);
    await closeAccounts(makeContext(db, { now: at("2026-10-20"), mailer: box.mailer }));
    await logIn(makeContext(db, { now: at("2026-10-20") }), { email: EMAIL, password: PASSWORD });
    expect(await runAt(at("2026-10-20"))).toEqual([]);
    expect(await runAt(at("2026-12-20"))).toEqual([]);
    expect(await profile()).toMatchObject({
      ...{ accountStatus: "active", lastActiveAt: at("2026-10-20"), unusedNotice: null },
    });
    expect(await runAt(at("2029-09-20"))).toMatchObject([
      { subject: "Sans connexion, votre compte sera supprimé le 20 octobre 2029" },
    ]);
  });

  dataTest("is kept by a login at the very moment of its end", async ({ db }) => {
    const { user, runAt, profile } = await makeUnused(db);
    await runAt(at("2026-10-20"));
    let closing: Promise<unknown> = Promise.resolve();
    await db.transaction(async (tx) => {
      await tx
        .update(tables.profiles)
        .set({ lastActiveAt: at("2026-11-20"), unusedNotice: null })
        .where(eq(tables.profiles.id, user.id));
      closing = runAt(at("2026-11-20"));
      // The job has found the account and waits for its owner's login to finish.
      await untilWaiting(db, 1);
    });
    expect(await closing).toEqual([]);
    expect((await profile()).accountStatus).toBe("active");
    await expect(
      logIn(makeContext(db, { now: at("2026-11-20") }), { email: EMAIL, password: PASSWORD }),
    ).resolves.toMatchObject({ userId: user.id });
  });
});

type Keep = (db: Database, user: { id: string }) => Promise<unknown>;
const asSeller = async (db: Database, user: { id: string }) => makeProfessional(db, { user });
const past = at("2026-01-05");
const WHAT_KEEPS: Record<string, Keep> = {
  "a booking to come": (db, { id }) => makeBooking(db, { clientId: id, start: at("2027-06-01") }),
  "a booking to come that was sold": async (db, user) => {
    const client = await makeUser(db, { lastActiveAt: NOW });
    const { id: professionalId } = await asSeller(db, user);
    return makeBooking(db, { clientId: client.id, professionalId, start: at("2027-06-01") });
  },
  "a checkout that is being paid": (db, { id }) =>
    makeBooking(db, { clientId: id, start: past, status: "pending" }),
  "a session that is offered": async (db, user) =>
    makeSession(db, { professional: await asSeller(db, user) }),
  "an activity that is offered": async (db, user) =>
    makeActivity(db, { professional: await asSeller(db, user) }),
  "a subscription": (db, { id }) => makePlan(db, { userId: id, planType: "premium" }),
  "a subscription that the provider may still bill": (db, { id }) =>
    makePlan(db, {
      userId: id,
      planType: "premium",
      status: "inactive",
      stripeSubscriptionId: "sub_1",
    }),
  "a subscription that is being paid": (db, { id }) =>
    db.insert(tables.subscriptionCheckouts).values({
      ...{ id: newId(), userId: id, buyerEmail: EMAIL, priceKey: "premium_monthly" },
      ...{ status: "open", successUrl: "/", cancelUrl: "/", expiresAt: NOW },
    }),
  "a payment under review": async (db, { id }) =>
    makePayment(db, await makeBooking(db, { clientId: id, start: past }), { status: "review" }),
  "a dispute": async (db, { id }) =>
    makePayment(db, await makeBooking(db, { clientId: id, start: past }), {
      ...{ status: "paid", paidAt: NOW, disputeStatus: "needs_response" },
    }),
  "a refund under way": async (db, { id }) => {
    const payment = newId();
    const reference = await makeBooking(db, { clientId: id, start: past });
    await makePayment(db, reference, { id: payment, status: "paid", paidAt: NOW });
    contradict(db, "I3", "I2");
    return db.insert(tables.refunds).values({
      ...{ id: newId(), paymentId: payment, amountCents: cents(4_000), reason: "client" },
      status: "pending",
    });
  },
  "a suspension, which only the operator ends": async (db) => {
    const ctx = makeContext(db, { operator: COMMAND_LINE });
    await suspendAccount(ctx, { ...SUSPENSION, email: EMAIL });
    // Its own mail tells of no end.
    await db.delete(tables.mails);
  },
  "a request for deletion, which has its own time": (db, { id }) =>
    db
      .update(tables.profiles)
      .set({ deletionAskedAt: at("2027-01-20") })
      .where(eq(tables.profiles.id, id)),
};

describe("an unused account is neither told nor closed with", () => {
  for (const [what, keep] of Object.entries(WHAT_KEEPS)) {
    dataTest(what, async ({ db }) => {
      contradict(db, "I8", "I9", "I3", "I4");
      const { user, runAt, profile } = await makeUnused(db);
      await keep(db, user);
      expect(await runAt(at("2027-01-21"))).toEqual([]);
      // A notice from before that use does not close it either.
      const notice = newId();
      await db
        .update(tables.profiles)
        .set({ unusedNotice: notice })
        .where(eq(tables.profiles.id, user.id));
      await db.insert(tables.mails).values({
        ...{ id: newId(), kind: "account-unused", reference: notice, toAddress: EMAIL },
        ...{ status: "sent", sentAt: at("2026-10-20"), createdAt: at("2026-10-20") },
      });
      expect(await runAt(at("2027-01-21"))).toEqual([]);
      expect((await profile()).accountStatus).not.toBe("deleted");
    });
  }

  dataTest("nothing of that, and is closed", async ({ db }) => {
    const { user, runAt, profile } = await makeUnused(db, true);
    // A past booking keeps no account open.
    const professional = await asSeller(db, user);
    await makeSession(db, { professional, isActive: false });
    await makeBooking(db, { clientId: user.id, start: past });
    await makePlan(db, { userId: user.id, planType: "premium", status: "canceled" });
    await runAt(at("2026-10-20"));
    await runAt(at("2026-11-20"));
    expect((await profile()).accountStatus).toBe("deleted");
  });
});

describe("a professional's request for deletion", () => {
  async function makeLeaver(db: Database, askedAt = NOW) {
    const made = await makeUnused(db, true);
    await db.update(tables.profiles).set({ lastActiveAt: NOW });
    const professional = await makeProfessional(db, { user: made.user });
    await makeSession(db, { professional });
    const actor = await actorOf(db, made.user.id);
    const ctxAt = (now: Date) => makeContext(db, { now, actor });
    await requestAccountDeletion(ctxAt(askedAt), { password: PASSWORD });
    return { ...made, professional, ctxAt };
  }
  const subjects = (mails: { subject?: string | undefined }[]) => mails.map((mail) => mail.subject);

  dataTest("is carried out when its month is over, not before", async ({ db }) => {
    const { runAt, profile } = await makeLeaver(db);
    expect(subjects(await runAt(new Date("2026-12-20T08:59:00Z")))).toEqual([
      "Votre demande de suppression est enregistrée",
    ]);
    expect((await profile()).accountStatus).toBe("active");
    expect(subjects(await runAt(at("2026-12-20")))).toEqual(["Votre compte est supprimé"]);
    expect(await profile()).toMatchObject({ accountStatus: "deleted", deletionAskedAt: null });
    expect(await listDeletionRequests(makeContext(db))).toEqual([]);
    expect(await runAt(at("2026-12-21"))).toEqual([]);
  });

  dataTest("is carried out on the last day of a month that is shorter", async ({ db }) => {
    const { runAt, profile } = await makeLeaver(db, at("2027-01-31"));
    await runAt(new Date(at("2027-02-28").getTime() - 1));
    expect((await profile()).accountStatus).toBe("active");
    await runAt(at("2027-02-28"));
    expect((await profile()).accountStatus).toBe("deleted");
  });

  dataTest("is not carried out once it is withdrawn", async ({ db }) => {
    const { ctxAt, runAt, profile } = await makeLeaver(db);
    await withdrawDeletion(ctxAt(at("2026-12-19")));
    await runAt(at("2027-01-01"));
    expect((await profile()).accountStatus).toBe("active");
  });

  dataTest(
    "waits for bookings to come and payments, and the operator reads why",
    async ({ db }) => {
      const { user, professional, runAt, profile } = await makeLeaver(db);
      const client = await makeUser(db, { lastActiveAt: NOW });
      const start = at("2027-01-05");
      const sold = { clientId: client.id, professionalId: professional.id };
      const booking = await makeBooking(db, { ...sold, start });
      await makePayment(db, booking, { status: "review" });
      const waits = async (day: string) => {
        await runAt(at(day));
        expect((await profile()).accountStatus).toBe("active");
        const [request] = await listDeletionRequests(makeContext(db, { now: at(day) }));
        expect(request).toMatchObject({ userId: user.id, dueAt: at("2026-12-20") });
        return [request?.upcoming, request?.openPayments];
      };
      expect(await waits("2026-12-21")).toEqual([1, 1]);
      expect(await waits("2027-01-06")).toEqual([0, 1]);
      await db.update(tables.payments).set({ status: "paid", paidAt: NOW });
      await runAt(at("2027-01-06"));
      expect((await profile()).accountStatus).toBe("deleted");
    },
  );
});

describe("the days of it", () => {
  dataTest("are those of the calendar in Paris, and never less than promised", async () => {
    expect(unusedSince(at("2026-11-20"), "told")).toEqual(at("2023-12-20"));
    expect(unusedSince(at("2026-11-20"), "closed")).toEqual(at("2023-11-20"));
    // A mail in February leaves less than a month to the end, hence the end moves.
    expect(unusedUntil(at("2024-03-05"), at("2027-02-05"))).toEqual(at("2027-03-07"));
    expect(unusedUntil(at("2024-02-29"), at("2027-01-29"))).toEqual(at("2027-02-28"));
  });
});
