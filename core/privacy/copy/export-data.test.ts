import { randomUUID } from "node:crypto";
import { eq, getTableColumns, getTableName, isTable, type SQL, sql } from "drizzle-orm";
import { CasingCache } from "drizzle-orm/casing";
import { describe, expect, test } from "vitest";
import { newId } from "#platform/ids.server.ts";
import { type Database, list } from "#platform/postgres.server.ts";
import {
  makeActivity,
  makeActivitySlot,
  makeSession,
  makeSlot,
  soldFrom,
} from "#test/make/catalogue.ts";
import { actorOf, makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import {
  makeBookingMessage,
  makeBusyTime,
  makeCalendar,
  makeGap,
  makeOutsideClient,
  makePlans,
  makeProposal,
  makeSms,
} from "#test/make/diary.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { REQUESTS_PER_ADDRESS } from "../../accounts/limit-logins.server.ts";
import { copiedColumns, factsOf, whyPlain } from "../../column-facts.server.ts";
import { COMMISSION_RATE } from "../../commission.ts";
import {
  requestGiftCard,
  sendContactMessage,
  withdrawFromContract,
} from "../../contact/send-contact-message.server.ts";
import type { Context } from "../../context.server.ts";
import { DAY } from "../../durations.ts";
import { cents } from "../../money.ts";
import { recordAct } from "../../operators/acts/record-act.server.ts";
import { COMMAND_LINE } from "../../operators/rules.ts";
import { yearOfRating } from "../../reviews/rules.ts";
import * as tables from "../../tables.server.ts";
import { applyRetention } from "../apply-retention.server.ts";
import { processDeletion } from "../deletion/erase-account.server.ts";
import { requestAccountDeletion } from "../deletion/request-account-deletion.server.ts";
import { KEPT_WORDS, RETENTION } from "../rules.ts";
import { copyFileName, exportData } from "./export-data.server.ts";
import { columnsOf, readSection, SECTIONS, type SectionName } from "./store.server.ts";

const casing = new CasingCache("snake_case");
const schema = Object.values(tables).filter(isTable);

describe("the copy against the schema", () => {
  test.each(schema.map((table) => ({ name: getTableName(table), table })))(
    "$name is in the copy, or nobody's for a reason",
    ({ table }) => {
      const isCopied = Object.values(SECTIONS).some((section) => section.table === table);
      expect(factsOf(table) !== undefined).toBe(isCopied);
      if (!isCopied) expect(whyPlain(table)).toMatch(/\w{3}/);
    },
  );

  test.each([SECTIONS.session_bookings, SECTIONS.payments])(
    "has the columns of a side alone",
    ({ table }) => {
      const [client, professional] = (["client", "professional"] as const).map((side) =>
        copiedColumns(table, side),
      );
      const both = copiedColumns(table);
      expect(both.length).toBeGreaterThan(10);
      expect(client?.filter((name) => professional?.includes(name))).toEqual(both);
      expect(client?.length).toBeGreaterThan(both.length);
    },
  );
});

/** The columns that outlive an account, by their table. */
const KEPT = new Map(
  schema.flatMap((table): [string, string[]][] => {
    const { kept, columns = {} } = factsOf(table) ?? {};
    const names = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      const facts = columns[key];
      return facts?.copy && facts.isKept ? [casing.getColumnCasing(column)] : [];
    });
    expect(Boolean(kept), getTableName(table)).toBe(names.length > 0);
    return names.length > 0 ? [[getTableName(table), names]] : [];
  }),
);

const SOLD = {
  ...{ title: "Yoga", isOnline: false, address: "1 rue de la Paix", city: "Lyon" },
  ...{ postalCode: "69001", practitioner: "Cabinet" },
  ...{ start: "2026-11-21T10:00:00.000Z", end: "2026-11-21T11:00:00.000Z" },
};

/** A secret wherever one can stand, which no copy may show. */
const SECRET = "s3cr3t";

/** Two people who each have something in every table, and have booked with each other. */
async function makeTwo(db: Database) {
  // By hand: bookings without seats.
  contradict(db, "I1", "I2");
  const make = async (name: string) => {
    const email = `${name}@example.fr`;
    const user = await makeUser(db, { email, firstName: name, isPro: true, phone: `tel-${name}` });
    const professional = await makeProfessional(db, {
      user,
      siret: `siret-${name}`,
      ...{ vatStatus: "charged", vatNumber: "FR40123456789" },
      businessName: `Cabinet ${name}`,
    });
    const session = await makeSession(db, { professional, title: `Séance ${name}` });
    const slot = await makeSlot(db, { session });
    const activity = await makeActivity(db, { professional, title: `Atelier ${name}` });
    const activitySlot = await makeActivitySlot(db, { activity });
    await db.insert(tables.paymentAccountRequests).values({
      ...{ id: newId(), professionalId: professional.id, email, businessName: `Cabinet ${name}` },
      ...{ businessType: "individual", country: "FR" },
    });
    await db.insert(tables.taxDetails).values({
      ...{ professionalId: professional.id, legalForm: "person", legalName: `Cabinet ${name}` },
      ...{
        birthDate: "1984-05-21",
        address: "1 rue de la Paix",
        postalCode: "69001",
        city: "Lyon",
      },
      ...{ country: "FR", taxNumber: "1234567890123", accountCountry: "FR", updatedAt: NOW },
      registration: "123456789",
    });
    const proofId = newId();
    await db.insert(tables.proofs).values({
      ...{ id: proofId, professionalId: professional.id, kind: "diploma", status: "refused" },
      ...{ title: `diplome-${name}`, issuer: "Institut", number: "1", issuedOn: "2021-06-18" },
      ...{
        expiresOn: "2030-01-01",
        checkedAt: NOW,
        decidedAt: NOW,
        reason: "La photo est illisible.",
      },
      register: {
        ...{ siret: "1", name: `Cabinet ${name}`, activity: null, postalCode: null, city: null },
        ...{ isActive: true, openedOn: null },
      },
    });
    await db.insert(tables.proofFiles).values({
      ...{ id: newId(), proofId, type: "image/jpeg", bytes: 1, deleteAfter: NOW },
      sealedBy: SECRET,
    });
    await db.insert(tables.professionalDrafts).values({
      ...{ userId: user.id, businessName: `Cabinet ${name}`, businessDescription: "Calme." },
      ...{ siret: `siret-${name}`, updatedAt: NOW },
    });
    await makePlans(db, { professionalId: professional.id, offeringId: session.id });
    await makeBusyTime(db, { professionalId: professional.id, title: `absence-${name}` });
    await makeCalendar(db, { professionalId: professional.id, url: `https://${SECRET}-${name}` });
    await makeGap(db, { professionalId: professional.id });
    await makeOutsideClient(db, { slotId: slot.id, name: `hors-${name}` });
    await makePlan(db, { userId: user.id, planType: "premium" });
    await db.insert(tables.subscriptionCheckouts).values({
      ...{ id: newId(), userId: user.id, buyerEmail: email, priceKey: "premium_monthly" },
      ...{ successUrl: SECRET, cancelUrl: SECRET, guestProofHash: SECRET, expiresAt: NOW },
    });
    await db.insert(tables.logins).values({
      ...{ id: newId(), userId: user.id, token: `${SECRET}-${name}`, expiresAt: NOW },
      ipAddress: `ip-${name}`,
    });
    const family = newId();
    await db.insert(tables.tokenFamilies).values({ id: family, userId: user.id });
    await db.insert(tables.tokens).values({
      ...{ tokenHash: `${SECRET}-${name}`, familyId: family, kind: "access", expiresAt: NOW },
    });
    await db.insert(tables.credentials).values({
      ...{ id: newId(), userId: user.id, accountId: user.id, providerId: "credential" },
      password: `${SECRET}-${name}`,
    });
    await db.insert(tables.images).values({
      ...{ id: randomUUID(), ownerId: user.id, bucket: "session-images", folder: professional.id },
      ...{ width: 1600, height: 1200 },
    });
    await db.insert(tables.messages).values({
      ...{ id: newId(), kind: "contact", name, email, subject: "autre", message: `lettre-${name}` },
      authorId: user.id,
    });
    await db.insert(tables.mails).values({
      ...{ id: newId(), kind: "confirm-email", reference: newId(), toAddress: email },
      secrets: { url: SECRET },
      data: { note: SECRET },
    });
    return { user, professional, session, slot, activity, activitySlot };
  };
  const [me, other] = [await make("moi"), await make("autrui")];
  for (const [buyer, seller] of [
    [me, other],
    [other, me],
  ] as const) {
    const name = buyer.user.firstName;
    const booking = {
      vatRate: 2_000,
      clientId: buyer.user.id,
      buyerEmail: buyer.user.email,
      professionalId: seller.professional.id,
      pricePaidCents: cents(4_000),
      commissionCents: cents(400),
      bookingNotes: `note-${name}`,
      refundableUntil: NOW,
      holdAddress: `de-${name}`,
      guestProofHash: SECRET,
      status: "confirmed" as const,
      paymentStatus: "paid" as const,
      confirmedAt: NOW,
      ...{ sold: SOLD, commissionRate: COMMISSION_RATE },
      presence: "present" as const,
      presenceBy: "code" as const,
      presenceAt: NOW,
      contestedAt: NOW,
      contestedAs: "came" as const,
      smsNumber: `sms-${name}`,
    };
    const id = newId();
    const code = { presenceCode: buyer === me ? "4829" : "1735" };
    await db.insert(tables.bookings).values({ id, ...booking, ...code, slotId: seller.slot.id });
    await db
      .insert(tables.bookingChanges)
      .values({ id: newId(), bookingId: id, was: SOLD, isNow: SOLD });
    const letterId = await makeBookingMessage(db, { bookingId: id, text: `mot-${name}` });
    await db.insert(tables.messageReports).values({
      ...{ id: newId(), letterId, reporterId: buyer.user.id, reason: "other" },
      ...{ text: `plainte-${name}`, createdAt: NOW },
      ...{ decidedAt: NOW, outcome: "kept", answer: "Il est poli." },
    });
    const review = newId();
    await db.insert(tables.reviews).values({
      ...{ id: review, bookingId: id, authorId: buyer.user.id, offeringId: seller.session.id },
      ...{ professionalId: seller.professional.id, rating: 5, rates: yearOfRating(NOW) },
      ...{ text: `avis-${name}`, tags: ["Ponctuel"], status: "published", publishedAt: NOW },
      ...{ reply: `reponse-${name}`, repliedAt: NOW, refusedBecause: "raison" },
      ...{ replyRemovedBecause: "motif", replyRemovedBasis: "rules", replyRemovedAt: NOW },
    });
    const objection = newId();
    await db.insert(tables.reviewReports).values({
      ...{ id: objection, reviewId: review, reporterId: buyer.user.id, isDoubt: false },
      ...{ reason: "untrue", text: `signalement-${name}`, createdAt: NOW },
      ...{ decidedAt: NOW, outcome: "published", answer: "Il est juste." },
    });
    const decided = newId();
    const published = { offeringId: seller.session.id, professionalId: seller.professional.id };
    await db.insert(tables.contentDecisions).values({
      ...{ id: decided, ...published, measure: "correction", basis: "rules", wasActive: true },
      ...{ facts: "Un mot de trop.", decidedAt: NOW, dueAt: NOW, endedAt: NOW },
    });
    const complaint = newId();
    await db.insert(tables.contentReports).values({
      ...{ id: complaint, ...published, reporterId: buyer.user.id, email: buyer.user.email },
      ...{ reason: "other", text: `reproche-${name}`, createdAt: NOW, decisionId: decided },
    });
    await db.insert(tables.contentAppeals).values({
      ...{ id: newId(), decisionId: decided, reportId: complaint },
      ...{ expiresAt: NOW, askedAt: NOW, text: `recours-${name}`, answerId: decided },
    });
    await db.insert(tables.caseContests).values({
      ...{ id: newId(), reviewId: review, reportId: objection, decidedAt: NOW },
      ...{ text: `desaccord-${name}`, contestedAt: NOW, answeredAt: NOW },
    });
    const closed = newId();
    await db.insert(tables.accountDecisions).values({
      ...{ id: closed, userId: buyer.user.id, measure: "ended", basis: "rules", urgency: "law" },
      ...{ facts: "Un faux nom.", source: "looked", booked: "kept", decidedAt: NOW },
      ...{ effectiveAt: NOW, carriedOutAt: NOW, endedAt: NOW, contestedAt: NOW },
      ...{ contest: `contestation-${name}`, answeredAt: NOW, answer: "Nous nous trompions." },
    });
    await db.insert(tables.bookingChoices).values({
      ...{ id: newId(), decisionId: closed, bookingId: id, createdAt: NOW },
      ...{ chosen: "kept", chosenAt: NOW },
    });
    await makeSms(db, { reference: id, toNumber: `sms-${name}` });
    await makeProposal(db, {
      ...{ bookingId: id, professionalId: seller.professional.id },
      ...{ fromSlotId: seller.slot.id, toSlotId: seller.activitySlot.id },
    });
    await db
      .insert(tables.bookings)
      .values({ id: newId(), ...booking, slotId: seller.activitySlot.id });
    const payment = newId();
    await db.insert(tables.payments).values({
      ...{ id: payment, kind: "session_booking", reference: id, status: "paid" },
      ...{ amountCents: cents(4_000), applicationFeeCents: cents(400), description: "Séance" },
      ...{ payerEmail: buyer.user.email, destinationAccount: `acct-${seller.user.firstName}` },
      ...{ checkoutUrl: SECRET, successUrl: SECRET },
      ...{ expiresAt: NOW, reviewReason: SECRET },
    });
    await db.insert(tables.refunds).values({
      ...{ id: newId(), paymentId: payment, amountCents: cents(500), reason: "outside" },
    });
    await db.insert(tables.paymentMovements).values({
      ...{ id: `${SECRET}-trr-${name}`, paymentId: payment, kind: "reversal" },
      ...{ amountCents: cents(500), createdAt: NOW },
    });
    await db.insert(tables.reclaims).values({
      ...{ id: newId(), paymentId: payment, amountCents: cents(500), reason: `reprise-${name}` },
      ...{ status: "refused", refusedCode: SECRET, createdAt: NOW, settledAt: NOW },
    });
    await db
      .insert(tables.mailRefusals)
      .values({ userId: buyer.user.id, topic: "reminders", refusedAt: NOW });
    await db
      .insert(tables.pushRefusals)
      .values({ userId: buyer.user.id, topic: "alerts", refusedAt: NOW });
    const [login] = await db
      .select()
      .from(tables.logins)
      .where(eq(tables.logins.userId, buyer.user.id));
    await db.insert(tables.pushSubscriptions).values({
      ...{ id: newId(), userId: buyer.user.id, loginId: login?.id ?? null, agreedAt: NOW },
      ...{ endpoint: `https://${SECRET}-${name}`, p256dh: SECRET, auth: SECRET },
    });
    await db
      .insert(tables.favorites)
      .values({ clientId: buyer.user.id, sessionId: seller.session.id });
    await db.insert(tables.waitingEntries).values({
      ...{ id: newId(), userId: buyer.user.id, slotId: seller.slot.id, seats: 2, linedUpAt: NOW },
    });
    const alertId = newId();
    await db.insert(tables.alerts).values({
      ...{ id: alertId, userId: buyer.user.id, conditions: { q: "yoga" }, agreedAt: NOW },
      ...{ type: 0n, area: "((1,1),(2,2))", seats: 1, fromCents: cents(0) },
    });
    await db
      .insert(tables.alertFinds)
      .values({ alertId, slotId: seller.slot.id, startsAt: NOW, foundAt: NOW });
  }
  return { me, other };
}

describe("one's own data (rule: account-deletion)", () => {
  dataTest("are all there, on both sides of a booking, and nobody else's", async ({ db }) => {
    const { me, other } = await makeTwo(db);
    const ctx = makeContext(db, { actor: await actorOf(db, me.user.id) });
    const copy = await exportData(ctx);
    for (const name of Object.keys(SECTIONS) as SectionName[]) {
      expect(copy[name].length, name).toBe(name === "refunds" ? 2 : 1);
    }
    expect(copy.exported_at).toBe(NOW.toISOString());
    expect(copy.profile[0]).toMatchObject({ email: me.user.email, phone: "tel-moi" });
    expect(copy.session_bookings[0]).toMatchObject({
      client_id: me.user.id,
      price_paid_cents: 4_000,
      booking_notes: "note-moi",
      booked: { title: SOLD.title, business_name: SOLD.practitioner },
    });
    expect(copy.session_bookings_received[0]).toMatchObject({
      client_name: other.user.lastName ? `autrui ${other.user.lastName}` : "autrui",
      buyer_email: other.user.email,
      booked: { title: SOLD.title },
    });
    expect(copy.payments[0]).toMatchObject({ amount_cents: 4_000, payer_email: me.user.email });
    expect(copy.payments_received[0]).toMatchObject({ destination_account: "acct-moi" });
    expect(copy.favorites[0]).toMatchObject({ title: "Séance autrui" });

    const text = JSON.stringify(copy);
    expect(text).not.toContain(SECRET);
    for (const others of [
      "tel-autrui",
      "siret-autrui",
      "ip-autrui",
      "de-autrui",
      "lettre-autrui",
      "acct-autrui",
      "absence-autrui",
      "hors-autrui",
      "sms-autrui",
      '"1735"',
    ]) {
      expect(text).not.toContain(others);
    }
    for (const own of ["lettre-moi", "absence-moi", "hors-moi", "sms-moi", "4829"]) {
      expect(text).toContain(own);
    }
    // Both sides of a correspondence.
    for (const word of ["mot-moi", "mot-autrui"]) expect(text).toContain(word);
    expect(copyFileName(copy)).toBe("parenthese-mes-donnees-2026-11-20.json");
    const afterMidnight = { ...copy, exported_at: "2026-11-20T23:30:00.000Z" };
    expect(copyFileName(afterMidnight)).toBe("parenthese-mes-donnees-2026-11-21.json");
  });

  dataTest("hold of others only those who booked, not who left the checkout", async ({ db }) => {
    const { me, other } = await makeTwo(db);
    await db.insert(tables.bookings).values({
      ...{ id: newId(), clientId: null, buyerEmail: "passant@example.fr" },
      ...{ professionalId: me.professional.id, slotId: me.slot.id },
      ...{ pricePaidCents: cents(0), commissionCents: cents(0), refundableUntil: NOW },
      ...{ status: "cancelled", cancelReason: "expired", cancelledAt: NOW },
      ...soldFrom(me.slot.id),
    });
    const mine = await exportData(makeContext(db, { actor: await actorOf(db, me.user.id) }));
    expect(mine.session_bookings_received.map(({ buyer_email }) => buyer_email)).toEqual([
      other.user.email,
    ]);
  });

  dataTest(
    "are not what others typed under the same e-mail, and do not take it along",
    async ({ db }) => {
      const email = "julie@example.fr";
      contradict(db, "I1");
      const user = await makeUser(db, { email, password: "parenthese" });
      const stranger = makeContext(db);
      const julie = makeContext(db, { actor: await actorOf(db, user.id) });
      const letter = { name: "Julie", email, subject: "autre", message: "Bonjour à vous tous" };
      const enquiry = {
        ...{ companyName: "Atelier Nord", contactName: "Julie", email, phone: "01 99 00 45 67" },
        ...{ employeeCount: "40", message: "Pour la fin de l'année" },
      };
      const withdrawal = { name: "Julie", email, contract: "Le cours de jeudi" };
      for (const ctx of [stranger, julie]) {
        await sendContactMessage(ctx, letter);
        await requestGiftCard(ctx, enquiry);
        await withdrawFromContract(ctx, withdrawal);
      }
      // The signed-in user is the author, even when the answer should go elsewhere.
      await sendContactMessage(julie, { ...letter, email: "ailleurs@example.fr" });
      const slot = await makeSlot(db);
      const [{ professionalId } = { professionalId: "" }] = await db
        .select()
        .from(tables.offerings);
      const guest = {
        ...{ clientId: null, buyerEmail: email, professionalId, slotId: slot.id },
        ...{ pricePaidCents: cents(0), commissionCents: cents(0), refundableUntil: NOW },
        ...({ status: "cancelled", cancelReason: "expired", cancelledAt: NOW } as const),
        ...{ bookingNotes: "note d'un autre", holdAddress: "198.51.100.9" },
      };
      await db.insert(tables.bookings).values({ id: newId(), ...guest, ...soldFrom(slot.id) });
      await db.insert(tables.subscriptionCheckouts).values({
        ...{ id: newId(), buyerEmail: email, priceKey: "premium_monthly", status: "expired" },
        ...{ successUrl: "/", cancelUrl: "/", expiresAt: NOW },
      });

      const copy = await exportData(julie);
      expect(copy.messages.map(({ author_id }) => author_id)).toEqual(Array(4).fill(user.id));
      expect(copy).toMatchObject({ session_bookings: [], subscription_checkouts: [] });
      expect(JSON.stringify(copy)).not.toContain("note d'un autre");

      await requestAccountDeletion(julie, { password: "parenthese" });
      const left = await db.select().from(tables.messages).orderBy(tables.messages.kind);
      expect(left.map(({ kind, authorId }) => [kind, authorId])).toEqual(
        expect.arrayContaining([
          ["contact", null],
          ["gift_card", null],
          ["withdrawal", null],
          // A declared withdrawal may have to be proved.
          ["withdrawal", user.id],
        ]),
      );
      expect(left).toHaveLength(4);
      const [kept] = await db.select().from(tables.bookings);
      expect(kept).toMatchObject({ bookingNotes: "note d'un autre", holdAddress: "198.51.100.9" });
      expect(kept?.buyerEmail).not.toBe(email);
    },
  );

  dataTest("are for those who are logged in, and not without end", async ({ db }) => {
    await expect(exportData(makeContext(db))).rejects.toMatchObject({ code: "unauthenticated" });
    const user = await makeUser(db);
    const ctx = makeContext(db, { actor: await actorOf(db, user.id) });
    for (let n = 0; n < REQUESTS_PER_ADDRESS; n++) {
      await ctx.limits.consume("export", ctx.address ?? "", REQUESTS_PER_ADDRESS, 3_600);
    }
    await expect(exportData(ctx)).rejects.toMatchObject({ code: "rate_limited" });
  });
});

describe("deletion against the copy (rule: account-deletion)", () => {
  /** One's own rows, without those of others. */
  const own = (Object.keys(SECTIONS) as SectionName[]).filter(
    (name) => name !== "refunds" && !name.endsWith("_received"),
  );
  /** Values by the types of columns that the fixture leaves empty, so that their deletion can be seen. */
  const fillings: Record<string, SQL> = {
    ...{ text: sql`'rempli'`, integer: sql`7`, bigint: sql`7`, boolean: sql`true` },
    ...{
      jsonb: sql`'{}'`,
      ARRAY: sql`'{}'`,
      uuid: sql`${newId()}`,
      date: sql`${NOW.toISOString()}`,
    },
    "timestamp with time zone": sql`${NOW.toISOString()}`,
  };

  /** Fills empty columns wherever the schema accepts one of these. */
  async function fill(db: Database, table: string, id: unknown, columns: readonly string[]) {
    const { rows } = await db.execute<{ name: string; type: string }>(sql`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = ${table} and column_name = any(${list(columns, "text")})`);
    for (const { name, type } of rows) {
      const value = fillings[type];
      const row = sql`${sql.identifier(table)} set ${sql.identifier(name)} = ${value} where id = ${id}`;
      // A constraint may refuse it.
      if (value) await db.execute(sql`update ${row}`).catch(() => {});
    }
  }

  const WORD = "mot-d-essai";
  const IS_TEXT =
    /(^|_)(reason|answer|notes?|text|words?|facts|contest|because|message|description|why|error|snapshot|reply|content|reference|title|subject)$/;
  /** Those in which somebody may write what they like, and a deletion is not known to leave. */
  const textColumns = Object.values(tables)
    .filter(isTable)
    .flatMap((table) =>
      Object.values(getTableColumns(table)).map((column) => ({
        ...{ table: getTableName(table), name: casing.getColumnCasing(column) },
        ...{ type: column.getSQLType(), isFree: !column.enumValues?.length },
      })),
    )
    .filter(({ type, isFree }) => isFree && ["text", "jsonb"].includes(type))
    .filter(({ table, name }) => IS_TEXT.test(name) && !KEPT.get(table)?.includes(name));

  /** Nothing to come, so that accounts can be deleted. */
  async function makePast(db: Database) {
    contradict(db, "I4", "I7", "I8", "I9", "I5");
    const past: SQL = sql`start_datetime = start_datetime - interval '30 days', end_datetime = end_datetime - interval '30 days'`;
    await db.execute(sql`update slots set ${past}`);
    // An open one is ended at the provider first, by a job.
    await db.update(tables.subscriptionCheckouts).set({ status: "expired" });
  }

  dataTest("every column of the copy is emptied, or kept for a reason", async ({ db }) => {
    const { me } = await makeTwo(db);
    await makePast(db);
    for (const name of own) {
      const [table, columns] = [getTableName(SECTIONS[name].table), columnsOf(name)];
      for (const row of await readSection(db, name, me.user.id)) {
        const empty = columns.filter((column) => row[column] === null);
        await fill(db, table, row.id, empty);
      }
    }
    const before = new Map<SectionName, Record<string, unknown>[]>();
    for (const name of own) before.set(name, await readSection(db, name, me.user.id));
    await processDeletion(makeContext(db, { operator: COMMAND_LINE }), {
      email: me.user.email,
      reason: "Sa lettre.",
    });

    const kept: Record<string, string[]> = {};
    for (const [name, rows] of before) {
      const [table, columns] = [getTableName(SECTIONS[name].table), columnsOf(name)];
      const hasId = columns.includes("id");
      for (const row of rows) {
        const { rows: left } = await db.execute<{ now: Record<string, unknown> }>(
          hasId
            ? sql`select to_json(t) as now from ${sql.identifier(table)} t where id = ${row.id}`
            : sql`select to_json(t) as now from ${sql.identifier(table)} t
                where to_json(t)::jsonb @> ${JSON.stringify({ [columns[0] ?? ""]: row[columns[0] ?? ""] })}`,
        );
        const now = left[0]?.now;
        if (!now) continue;
        const isSame = (column: string) =>
          JSON.stringify(now[column]) === JSON.stringify(row[column]);
        const same = columns.filter((column) => now[column] !== null && isSame(column));
        kept[table] = [...new Set([...(kept[table] ?? []), ...same])];
      }
    }
    const sorted = (tables: [string, readonly string[]][]) =>
      Object.fromEntries(tables.map(([table, columns]) => [table, columns.toSorted()]));
    expect(sorted(Object.entries(kept))).toEqual(sorted([...KEPT]));
  });

  dataTest("no text about who has left stays, unless for a reason", async ({ db }) => {
    const { me, other } = await makeTwo(db);
    await makePast(db);
    const operator = makeContext(db, { operator: COMMAND_LINE });
    const [payment] = await db.select().from(tables.payments);
    await db.insert(tables.goodwillProposals).values({
      ...{ id: newId(), bookingId: String(payment?.reference), paymentId: payment?.id },
      ...{ isReturn: true, madeOn: "2026-11-19", means: "transfer", reference: "mot" },
      ...{ amountCents: cents(500), reason: "mot", createdAt: NOW },
    });
    await db.transaction((tx) =>
      recordAct(operator, tx, {
        ...{ act: "reset_sent", object: { kind: "account", id: me.user.id } },
        ...{ personId: me.user.id, reason: WORD },
      }),
    );
    const mark = (column: SQL) => sql`${column}::text like ${`%${WORD}%`}`;
    const texts: { place: string; table: SQL; column: SQL; isFilled: boolean }[] = [];
    for (const { table, name, type } of textColumns) {
      const [place, column] = [sql`${sql.identifier(table)}`, sql`${sql.identifier(name)}`];
      const word = type === "text" ? WORD : JSON.stringify(WORD);
      // Some must differ from row to row, or never change.
      await db.execute(sql`update ${place} set ${column} = ${word}`).catch(() => {});
      const { rows } = await db.execute(sql`select from ${place}`);
      texts.push({ place: `${table}.${name}`, table: place, column, isFilled: rows.length > 0 });
    }
    for (const { user } of [me, other]) {
      await processDeletion(operator, { email: user.email, reason: `Lu : ${WORD}` });
    }
    const left: string[] = [];
    for (const { place, table, column, isFilled } of texts) {
      const { rows } = await db.execute(sql`select from ${table} where ${mark(column)}`);
      if (!isFilled || rows.length > 0) left.push(place);
    }
    expect(left.toSorted()).toEqual(Object.keys(KEPT_WORDS).toSorted());
    for (const why of Object.values(KEPT_WORDS)) expect(why).toMatch(/\w{3}/);
  });

  dataTest(
    "what is written about who has left goes a year after the last of it",
    async ({ db }) => {
      const { me, other } = await makeTwo(db);
      await makePast(db);
      const at = (milliseconds: number) =>
        makeContext(db, { operator: COMMAND_LINE, now: new Date(NOW.getTime() + milliseconds) });
      const [payment] = await db.select().from(tables.payments);
      const paymentId = String(payment?.id);
      const write = (ctx: Context, personId: string) =>
        db.transaction((tx) =>
          recordAct(ctx, tx, {
            ...{ act: "loss_proposed", object: { kind: "payment", id: paymentId } },
            ...{ personId, reason: WORD, after: { amountCents: 500 } },
          }),
        );
      await processDeletion(at(0), { email: me.user.email, reason: `Lu : ${WORD}` });
      const [first, last] = [1_000, DAY];
      await write(at(first), me.user.id);
      await write(at(first), other.user.id);
      await write(at(last), me.user.id);
      await db.insert(tables.goodwillProposals).values({
        ...{ id: newId(), bookingId: String(payment?.reference), paymentId },
        ...{ amountCents: cents(500), reason: WORD, createdAt: NOW },
      });
      const texts = async () => {
        const details = await db.select().from(tables.actDetails);
        const proposals = await db.select().from(tables.goodwillProposals);
        return [...details.map(({ content }) => content), ...proposals.map(({ reason }) => reason)];
      };
      const said = async () => (await texts()).filter((text) => text.includes(WORD)).length;
      await applyRetention(at(first + RETENTION.acts_about_left));
      expect(await said()).toBe(4);
      await applyRetention(at(last + RETENTION.acts_about_left));
      // Of who is still here it stays.
      expect(await said()).toBe(1);
    },
  );
});
