import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { deliverMails, openMailbox, receiveMails } from "#test/make/mailbox.ts";
import { SUSPENSION } from "#test/make/operators.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { logIn } from "../../accounts/logins/log-in.server.ts";
import { signLink } from "../../accounts/logins/sign-login.server.ts";
import { requestPasswordReset } from "../../accounts/passwords/request-password-reset.server.ts";
import { issueTokens } from "../../accounts/tokens/issue-tokens.server.ts";
import { bookSlot } from "../../bookings/book-slot.server.ts";
import { createOffering } from "../../catalogue/authoring/create-offering.server.ts";
import { setOfferingActive } from "../../catalogue/authoring/delete-offering.server.ts";
import { updateOffering } from "../../catalogue/authoring/update-offering.server.ts";
import { showOffering } from "../../catalogue/views/show-offering.server.ts";
import { HOUR } from "../../durations.ts";
import { cents } from "../../money.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import {
  listProfessionals,
  showProfessional,
} from "../../professionals/directory/show-directory.server.ts";
import { checkInvariants } from "../../reconciliation/check-invariants.server.ts";
import { suspendAccount } from "../../sanctions/close-account.server.ts";
import { contestAccountDecision } from "../../sanctions/contest-account-decision.server.ts";
import { reopenAccount } from "../../sanctions/lift-decision.server.ts";
import { suggestSearches } from "../../search/typing/suggest-searches.server.ts";
import * as tables from "../../tables.server.ts";
import { eraseAccount, processDeletion } from "./erase-account.server.ts";
import {
  requestAccountDeletion,
  withdrawDeletion,
  withdrawDeletionOf,
} from "./request-account-deletion.server.ts";

const EMAIL = "zenobie.quatrevaux@example.fr";
const PASSWORD = "parenthese";
/** Words that must have disappeared everywhere; the booking's note and a network address too. */
const PERSONAL = [EMAIL, "Zénobie", "Quatrevaux", "06 98 76 54 32", "mal-au-dos", "198.51.100.9"];

/** Every text, JSON and list of the whole database that has one of these words. */
async function tracesOf(db: Database, words: readonly string[]): Promise<string[]> {
  const { rows: columns } = await db.execute<{ name: string; place: string }>(sql`
    select column_name as name, quote_ident(table_schema) || '.' || quote_ident(table_name) as place
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`);
  expect(columns.length).toBeGreaterThan(100);
  const found: string[] = [];
  for (const { name, place } of columns) {
    const column = sql.identifier(name);
    const { rows } = await db.execute<{ word: string }>(sql`
      select distinct sought as word from ${sql.raw(place)} held, unnest(array[${sql.join(
        words.map((word) => sql`${word.toLowerCase()}`),
        sql`, `,
      )}]::text[]) sought
      where strpos(lower(held.${column}::text), sought) > 0`);
    found.push(...rows.map(({ word }) => `${place}.${name}: ${word}`));
  }
  return found;
}

/** A booking of Zénobie's, confirmed and paid, of a slot that starts then. */
async function book(db: Database, clientId: string, start: Date, kind: "session" | "activity") {
  // By hand: neither seat nor payment.
  contradict(db, "I1", "I2");
  const isSession = kind === "session";
  const slot = isSession ? await makeSlot(db, { start }) : await makeActivitySlot(db, { start });
  const [professional] = await db.select().from(tables.professionalProfiles).limit(1);
  const id = newId();
  await db.insert(tables.bookings).values({
    ...{ id, clientId, buyerEmail: EMAIL, professionalId: String(professional?.id) },
    ...{ pricePaidCents: cents(4_000), commissionCents: cents(400), bookingNotes: "mal-au-dos" },
    ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW, refundableUntil: NOW },
    ...{ holdAddress: "198.51.100.9", slotId: slot.id },
    ...soldFrom(slot.id),
  });
  await db.insert(tables.payments).values({
    ...{ id: newId(), kind: `${kind}_booking`, reference: id, status: "paid" },
    ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), description: "Séance" },
    ...{ payerEmail: EMAIL, successUrl: "/", expiresAt: NOW, paidAt: NOW },
  });
  return id;
}

async function makeZenobie(
  db: Database,
  options: { isPro?: boolean; canCreateActivities?: boolean } = {},
) {
  const user = await makeUser(db, {
    ...{ email: EMAIL, firstName: "Zénobie", lastName: "Quatrevaux", phone: "06 98 76 54 32" },
    ...{ password: PASSWORD, ...options },
  });
  const visitor = makeContext(db, { address: "198.51.100.9" });
  return { user, visitor, ctx: makeContext(db, { actor: await actorOf(db, user.id) }) };
}

const delayed = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

describe("a client's deletion", () => {
  dataTest("leaves no personal value in any column, and no way in", async ({ db }) => {
    const { user, visitor, ctx } = await makeZenobie(db);
    await logIn(visitor, { email: EMAIL, password: PASSWORD });
    await issueTokens(visitor, { email: EMAIL, password: PASSWORD });
    await requestPasswordReset(visitor, { email: EMAIL });
    await book(db, user.id, delayed(-48), "session");
    await book(db, user.id, delayed(-48), "activity");
    const [session] = await db.select().from(tables.offerings);
    await db.insert(tables.favorites).values({ clientId: user.id, sessionId: String(session?.id) });
    await db
      .insert(tables.mailRefusals)
      .values({ userId: user.id, topic: "reminders", refusedAt: NOW });
    await db
      .insert(tables.pushRefusals)
      .values({ userId: user.id, topic: "reminders", refusedAt: NOW });
    const loginId = newId();
    await db
      .insert(tables.logins)
      .values({ id: loginId, userId: user.id, token: newId(), expiresAt: NOW });
    await db.insert(tables.pushSubscriptions).values({
      ...{ id: newId(), userId: user.id, loginId, agreedAt: NOW },
      ...{ endpoint: "https://push.example.fr/a", p256dh: "a", auth: "a" },
    });
    const [slot] = await db.select().from(tables.slots);
    await db.insert(tables.waitingEntries).values({
      ...{ id: newId(), userId: user.id, slotId: String(slot?.id), seats: 1, linedUpAt: NOW },
    });
    await db.insert(tables.alerts).values({
      ...{ id: newId(), userId: user.id, conditions: { q: "Zénobie" }, agreedAt: NOW },
      ...{ type: 0n, area: "((1,1),(2,2))", seats: 1, fromCents: cents(0) },
    });
    await db.insert(tables.messages).values({
      ...{ id: newId(), kind: "contact", name: "Zénobie Quatrevaux", email: EMAIL },
      ...{ subject: "compte", message: "Je suis Zénobie", authorId: user.id },
    });
    await db.insert(tables.professionalDrafts).values({
      ...{ userId: user.id, businessName: "Chez Zénobie", businessDescription: "Calme." },
      updatedAt: NOW,
    });
    await db.insert(tables.subscriptionCheckouts).values({
      ...{ id: newId(), userId: user.id, buyerEmail: EMAIL, priceKey: "premium_monthly" },
      ...{ status: "expired", successUrl: `/?email=${EMAIL}`, cancelUrl: "/", expiresAt: NOW },
    });
    expect(await tracesOf(db, PERSONAL)).not.toEqual([]);
    // Counters of attempts go by themselves within the hour, as /confidentialite says.
    await db.delete(tables.rateLimits);

    expect(await requestAccountDeletion(ctx, { password: PASSWORD })).toBe("deleted");

    await db.delete(tables.rateLimits);
    // The last mail goes, and its address with it.
    expect(await receiveMails(ctx)).toMatchObject([
      { subject: "Votre compte est supprimé", recipients: [EMAIL] },
    ]);
    expect(await tracesOf(db, PERSONAL)).toEqual([]);
    expect(await db.$count(tables.logins)).toBe(0);
    expect(await db.$count(tables.favorites)).toBe(0);
    expect(await db.$count(tables.mailRefusals)).toBe(0);
    expect(await db.$count(tables.pushRefusals)).toBe(0);
    expect(await db.$count(tables.pushSubscriptions)).toBe(0);
    expect(await db.$count(tables.alerts)).toBe(0);
    expect(await db.$count(tables.waitingEntries)).toBe(0);
    expect(await db.$count(tables.bookings)).toBe(2);
    await expect(logIn(visitor, { email: EMAIL, password: PASSWORD })).rejects.toMatchObject({
      code: "invalid_credentials",
    });
    expect(await checkInvariants(db).then((all) => all.filter((one) => /I6|I9/.test(one)))).toEqual(
      [],
    );
    // The e-mail is free.
    await expect(makeUser(db, { email: EMAIL })).resolves.toMatchObject({ email: EMAIL });
  });

  dataTest("asks for the password, and for one's own account", async ({ db }) => {
    const { ctx } = await makeZenobie(db);
    await expect(requestAccountDeletion(ctx, {})).rejects.toMatchObject({
      fields: { password: ["Veuillez saisir votre mot de passe"] },
    });
    await expect(requestAccountDeletion(ctx, { password: "" })).rejects.toMatchObject({
      fields: { password: ["Veuillez saisir votre mot de passe"] },
    });
    await expect(requestAccountDeletion(ctx, { password: "un-autre" })).rejects.toMatchObject({
      fields: { password: ["Mot de passe incorrect."] },
    });
    await expect(
      requestAccountDeletion(ctx, { userId: newId(), password: PASSWORD }),
    ).rejects.toMatchObject({
      code: "forbidden",
    });
    await expect(
      requestAccountDeletion(makeContext(db), { password: PASSWORD }),
    ).rejects.toMatchObject({
      code: "unauthenticated",
    });
    expect(await db.$count(tables.profiles, eq(tables.profiles.accountStatus, "active"))).toBe(1);
  });

  dataTest("is refused with the number of bookings to come", async ({ db }) => {
    const { user, ctx } = await makeZenobie(db);
    const first = await book(db, user.id, delayed(5), "session");
    const second = await book(db, user.id, delayed(5), "activity");
    await expect(requestAccountDeletion(ctx, { password: PASSWORD })).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("2 réservations à venir"),
    });
    await db.delete(tables.bookings).where(eq(tables.bookings.id, second));
    // A payment under way counts, even when its slot has begun.
    const pending = { status: "pending", paymentStatus: "pending", confirmedAt: null } as const;
    await db.update(tables.bookings).set(pending).where(eq(tables.bookings.id, first));
    await db.update(tables.slots).set({ startDatetime: delayed(-0.5) });
    await expect(requestAccountDeletion(ctx, { password: PASSWORD })).rejects.toMatchObject({
      message: expect.stringContaining("1 réservation à venir"),
    });
    expect(await db.$count(tables.profiles, eq(tables.profiles.email, EMAIL))).toBe(1);
    // Not a hold of a guest who typed the address, which anybody can do: it stays theirs to pay
    // for.
    await db.update(tables.bookings).set({ clientId: null, guestProofHash: "celle-d-un-autre" });
    expect(await requestAccountDeletion(ctx, { password: PASSWORD })).toBe("deleted");
    const [held] = await db.select().from(tables.bookings);
    expect(held).toMatchObject({ status: "pending", buyerEmail: EMAIL });
  });

  dataTest("ends what a tab that was still open goes on to book", async ({ db }) => {
    const { ctx } = await makeZenobie(db);
    const session = await makeSession(db, { priceCents: 0 });
    const slot = await makeSlot(db, { session });
    await requestAccountDeletion(ctx, { password: PASSWORD });
    const wish = { sessionId: session.id, slotId: slot.id };
    await expect(bookSlot(ctx, wish)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await db.$count(tables.bookings)).toBe(0);
  });

  dataTest("keeps a declared withdrawal, and sends no mail any more", async ({ db }) => {
    const { user, ctx } = await makeZenobie(db);
    const withdrawal = { id: newId(), kind: "withdrawal", name: "Zénobie", email: EMAIL } as const;
    const words = { message: "Je me rétracte", authorId: user.id };
    await db.insert(tables.messages).values({ ...withdrawal, ...words });
    await requestAccountDeletion(ctx, { password: PASSWORD });
    expect(await db.$count(tables.messages)).toBe(1);
    const [left] = await db.select().from(tables.profiles).where(eq(tables.profiles.id, user.id));
    const mail = {
      kind: "booking-confirmed",
      reference: newId(),
      to: String(left?.email),
    } as const;
    expect(await enqueueMail(ctx, db, { ...mail, data: { bookingId: newId() } })).toBe(false);
  });
});

describe("a professional's request", () => {
  dataTest("is recorded once, told to the support, and hides what they offer", async ({ db }) => {
    const { user, ctx: before } = await makeZenobie(db, { isPro: true, canCreateActivities: true });
    const professional = await makeProfessional(db, { user, siret: "12345678901234" });
    const session = await makeSession(db, { professional });
    const slot = await makeSlot(db, { session });
    const activity = await makeActivity(db, { professional });
    const ctx = { ...before, actor: await actorOf(db, user.id) };
    expect(await db.$count(tables.listings)).toBe(1);

    const client = await makeUser(db);
    await db.insert(tables.bookings).values({
      ...{ id: newId(), clientId: client.id, buyerEmail: client.email, slotId: slot.id },
      ...{ professionalId: professional.id, pricePaidCents: cents(0), commissionCents: cents(0) },
      ...{ status: "confirmed", paymentStatus: "paid", confirmedAt: NOW, refundableUntil: NOW },
      ...soldFrom(slot.id),
    });
    await expect(requestAccountDeletion(ctx, { password: PASSWORD })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await db.$count(tables.listings)).toBe(1);
    await db.delete(tables.bookings);

    expect(await requestAccountDeletion(ctx, { password: PASSWORD })).toBe("requested");
    expect(await requestAccountDeletion(ctx, { password: PASSWORD })).toBe("requested");
    expect(await db.$count(tables.listings)).toBe(0);
    expect(await db.$count(tables.offerings, eq(tables.offerings.isActive, true))).toBe(0);
    expect(await db.$count(tables.offerings, eq(tables.offerings.isActive, true))).toBe(0);
    expect(await db.$count(tables.messages)).toBe(1);
    expect(await db.$count(tables.mails, eq(tables.mails.kind, "message-received"))).toBe(1);

    const refused = {
      code: "forbidden",
      message: expect.stringContaining("Vous avez demandé la suppression de votre compte"),
    };
    const back = { id: session.id, isActive: true };
    await expect(setOfferingActive(ctx, "session", back)).rejects.toMatchObject(refused);
    await expect(createOffering(ctx, "session", {})).rejects.toMatchObject(refused);
    const backAgain = { id: activity.id, changes: { isActive: true } };
    await expect(updateOffering(ctx, "activity", backAgain)).rejects.toMatchObject(refused);
    await expect(createOffering(ctx, "activity", {})).rejects.toMatchObject(refused);
    expect(await db.$count(tables.listings)).toBe(0);
    await setOfferingActive(ctx, "session", { ...back, isActive: false });
    await withdrawDeletionOf(makeContext(db, { operator: COMMAND_LINE }), {
      email: EMAIL,
      reason: "Sa lettre.",
    });
    // The session and the activity.
    expect(await db.$count(tables.listings)).toBe(2);

    await processDeletion(makeContext(db, { operator: COMMAND_LINE }), {
      email: EMAIL,
      reason: "Sa lettre, signée Quatrevaux.",
    });
    const arrived = await receiveMails(makeContext(db));
    expect(arrived.map(({ subject, recipients }) => [subject, recipients])).toContainEqual([
      "Votre compte est supprimé",
      [EMAIL],
    ]);
    expect(await tracesOf(db, PERSONAL)).toEqual([]);
    const [kept] = await db.select().from(tables.professionalProfiles);
    expect(kept).toMatchObject({ siret: "12345678901234", businessDescription: "" });
    await expect(
      processDeletion(makeContext(db, { operator: COMMAND_LINE }), {
        email: EMAIL,
        reason: "Sa lettre.",
      }),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

/** A professional with a session and an activity to book, and one that she had hidden before. */
async function makePublic(db: Database, now?: () => Date) {
  const { user } = await makeZenobie(db, { isPro: true, canCreateActivities: true });
  const professional = await makeProfessional(db, { user });
  const session = await makeSession(db, { professional });
  await makeSlot(db, { session });
  const activity = await makeActivity(db, { professional });
  const hidden = await makeSession(db, { professional, isActive: false });
  const box = await openMailbox();
  const actor = await actorOf(db, user.id);
  const ctx = makeContext(db, { actor, mailer: box.mailer, ...(now && { now }) });
  const visitor = { ...ctx, actor: null };
  /**
   * The places where a stranger finds her: page, directory, suggestions, session, activity, search.
   */
  const seen = async () => {
    const ids = { professionalId: professional.id };
    const found = (asked: Promise<unknown>) =>
      asked.then(
        () => true,
        () => false,
      );
    return [
      await found(showProfessional(visitor, ids)),
      (await listProfessionals(visitor, {})).professionals.length > 0,
      (await suggestSearches(visitor, { field: "what", q: "cabinet" })).length > 0,
      await found(showOffering(visitor, "session", session.id)),
      await found(showOffering(visitor, "activity", activity.id)),
      (await db.$count(tables.listings)) > 0,
    ];
  };
  return { ctx, user, box, seen, hidden };
}

describe("a professional's request, withdrawn", () => {
  dataTest("takes everything public off at once, and back as it was", async ({ db }) => {
    const { ctx, box, seen, hidden } = await makePublic(db);
    expect(await seen()).toEqual(Array(6).fill(true));
    expect(await requestAccountDeletion(ctx, { password: PASSWORD })).toBe("requested");
    expect(await seen()).toEqual(Array(6).fill(false));
    await withdrawDeletion(ctx);
    expect(await seen()).toEqual(Array(6).fill(true));
    // An offering that she had hidden herself stays hidden.
    const [own] = await db
      .select()
      .from(tables.offerings)
      .where(eq(tables.offerings.id, hidden.id));
    expect(own?.isActive).toBe(false);
    await deliverMails(ctx);
    const told = box.mails.filter(({ recipients }) => recipients.includes(EMAIL));
    expect(told).toMatchObject([{ subject: "Votre demande de suppression est enregistrée" }]);
    expect(told[0]?.text).toContain("jusqu'au 20 décembre 2026");
    await expect(withdrawDeletion(ctx)).rejects.toMatchObject({ code: "conflict" });
  });

  dataTest("is taken back by an operator with all that it hid", async ({ db }) => {
    const { ctx, user, seen, hidden } = await makePublic(db);
    await requestAccountDeletion(ctx, { password: PASSWORD });
    const ids = async () => (await db.select().from(tables.profiles))[0]?.deletionHid;
    expect(await ids()).toHaveLength(2);
    await withdrawDeletionOf(makeContext(db, { operator: COMMAND_LINE }), {
      email: user.email,
      reason: "Sa lettre.",
    });
    expect(await seen()).toEqual(Array(6).fill(true));
    expect(await ids()).toBeNull();
    const own = eq(tables.offerings.id, hidden.id);
    expect(await db.select().from(tables.offerings).where(own)).toMatchObject([
      { isActive: false },
    ]);
  });

  dataTest("asks for the password, and for one's own", async ({ db }) => {
    const { ctx, seen } = await makePublic(db);
    for (const [typed, message] of [
      ["", "Veuillez saisir votre mot de passe"],
      ["un-autre", "Mot de passe incorrect."],
    ] as const) {
      await expect(requestAccountDeletion(ctx, { password: typed })).rejects.toMatchObject({
        fields: { password: [message] },
      });
    }
    expect(await seen()).toEqual(Array(6).fill(true));
  });

  dataTest("is possible for a month, to the minute", async ({ db }) => {
    contradict(db, "I13");
    let now = NOW;
    const { ctx, seen } = await makePublic(db, () => now);
    await requestAccountDeletion(ctx, { password: PASSWORD });
    now = new Date("2026-12-20T09:00:00Z");
    await expect(withdrawDeletion(ctx)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Le délai d'un mois est passé"),
    });
    now = new Date("2026-12-20T08:59:00Z");
    await withdrawDeletion(ctx);
    expect((await seen())[0]).toBe(true);
  });
});

dataTest("a suspended account has no login, and offers nothing", async ({ db }) => {
  const { user, visitor } = await makeZenobie(db, { isPro: true });
  const professional = await makeProfessional(db, { user });
  await makeSlot(db, { session: await makeSession(db, { professional }) });
  await logIn(visitor, { email: EMAIL, password: PASSWORD });
  await issueTokens(visitor, { email: EMAIL, password: PASSWORD });
  const operator = { ...visitor, operator: COMMAND_LINE };
  expect(await suspendAccount(operator, { ...SUSPENSION, email: EMAIL })).toBe(true);
  expect(await suspendAccount(operator, { ...SUSPENSION, email: EMAIL })).toBe(false);
  expect(await db.$count(tables.logins)).toBe(0);
  expect(await db.$count(tables.listings)).toBe(0);
  await expect(logIn(visitor, { email: EMAIL, password: PASSWORD })).rejects.toMatchObject({
    code: "account_suspended",
  });
  await expect(issueTokens(visitor, { email: EMAIL, password: PASSWORD })).rejects.toMatchObject({
    code: "account_suspended",
  });
  expect((await checkInvariants(db)).filter((one) => one.startsWith("I6"))).toEqual([]);
  const ended = { ...operator, now: () => delayed(1) };
  await reopenAccount(ended, { email: EMAIL, reason: "Pour un essai." });
  expect(await db.$count(tables.listings)).toBe(1);
  // Whatever was asked while nobody could book is no price to strike.
  expect(await db.select().from(tables.slots)).toMatchObject([{ bookableSince: ended.now() }]);
});

dataTest("a deleted account's decisions are over, so that they go in time", async ({ db }) => {
  const { user, visitor } = await makeZenobie(db);
  await suspendAccount({ ...visitor, operator: COMMAND_LINE }, { ...SUSPENSION, email: EMAIL });
  await db.transaction((tx) => eraseAccount(visitor, tx, { userId: user.id, email: EMAIL }));
  const [decision] = await db.select().from(tables.accountDecisions);
  expect(decision?.endedAt).toEqual(visitor.now());
  const token = await signLink(visitor, "account-decision", String(decision?.id));
  await expect(contestAccountDecision(visitor, { token, text: "Relisez." })).rejects.toMatchObject({
    code: "conflict",
  });
});
