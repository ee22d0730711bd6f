import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#core/accounts/passwords/request-password-reset.server.ts";
import { showAgenda } from "#core/agenda/show-agenda.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { cancelBooking } from "#core/bookings/cancellation/cancel-booking.server.ts";
import { cancelSlot } from "#core/bookings/cancellation/cancel-slot-bookings.server.ts";
import { followBookingLink } from "#core/bookings/links/follow-booking-link.server.ts";
import { askForLink } from "#core/bookings/links/send-booking-link.server.ts";
import { moveBooking } from "#core/bookings/move/move-booking.server.ts";
import { verifyPayment } from "#core/bookings/payment/verify-payment.server.ts";
import { publishSlot } from "#core/catalogue/publishing/publish-slot.server.ts";
import { HOUR } from "#core/durations.ts";
import { addOwnTime, removeOwnTime } from "#core/own-time/add-own-time.server.ts";
import { mails } from "#core/tables.server.ts";
import { list } from "#platform/postgres.server.ts";
import { cookieWith } from "./make/browser.ts";
import { makeSlot } from "./make/catalogue.ts";
import { contradict } from "./make/database.ts";
import { fillTables, vacuum } from "./make/fill.ts";
import { bookingTokens } from "./make/mailbox.ts";
import { checkoutOf, openPaymentWorld, type PaymentWorld, untilSettled } from "./make/payments.ts";
import { makeProfessional, makeUser } from "./make/people.ts";
import { readThroughBy } from "./make/rows-read.ts";
import { openSite, type Site } from "./make/site.ts";

/*
 * Beside 6 000 of everything that grows with the site, what clients and practitioners do every day
 * reads no table through, by whichever connection and in whichever transaction.
 */

const MANY = 6_000;
const inDays = (days: number) => new Date(Date.now() + days * 24 * HOUR);

let world: PaymentWorld;
let site: Site;
/** Multiplies what one walk through the product has left behind. */
async function fill(): Promise<void> {
  // Each copy belongs to other people and things, as in life: a plan goes by how many share a value.
  const other = "md5('x' || n)::uuid";
  const email = "'copy-' || n || '@example.fr'";
  const copies: Record<string, Record<string, string>> = {
    users: { email },
    profiles: { email },
    professional_profiles: { user_id: other, stripe_connect_account_id: "'acct_' || n" },
    offerings: { professional_id: other },
    slots: { offering_id: other, share_code: "null" },
    bookings: {
      ...{ slot_id: other, client_id: other, professional_id: other, buyer_email: email },
      ...{ guest_proof_hash: "null", hold_address: email },
    },
    occupied: { slot_id: other, professional_id: other },
    payments: {
      ...{ reference: other, payer_email: email, request_id: other },
      checkout_session_id: "'cs_' || n",
      payment_intent_id: "'pi_' || n",
      charge_id: "'ch_' || n",
    },
    refunds: { payment_id: other, stripe_refund_id: "'re_' || n" },
    mails: { reference: "'copy-' || n", to_address: email, status: "'sent'" },
    booking_links: { booking_id: other, slot_id: other, email, mailbox: email },
    verifications: { identifier: "'reset:copy-' || n || '@example.fr'" },
    listings: { offering_id: other, no: "n + 1000000", professional_id: other },
    listed_slots: { slot_id: other, listing_no: "n + 1000000", professional_id: other },
    stripe_events: { id: "'evt_copy_' || n" },
  };
  const { rows: columns } = await world.db.execute<{ of: string; names: string }>(sql`
    select attrelid::regclass as of, string_agg(quote_ident(attname), ', ') as names from pg_attribute
    where attnum > 0 and not attisdropped and attgenerated = ''
      and attrelid = any(${list(Object.keys(copies), "text")}::regclass[]) group by 1`);
  await fillTables(world.db, async (run) => {
    for (const [table, fields] of Object.entries(copies)) {
      const changed = Object.entries({ id: other, ...fields }).flatMap(([name, to]) => [
        `'${name}'`,
        to,
      ]);
      const names = columns.find(({ of }) => of === table)?.names;
      await run(
        sql.raw(`insert into ${table} (${names}) select ${names?.replaceAll(/\w+/g, "made.$&")}
          from (select whole as one from ${table} whole limit 1) first, generate_series(1, ${MANY}) n,
            lateral jsonb_populate_record(one, jsonb_build_object(${changed.join(", ")})) made`),
      );
    }
  });
  const counts = await Promise.all(
    Object.keys(copies).map(async (table) => {
      const { rows } = await world.db.execute(sql.raw(`select count(*)::int as n from ${table}`));
      return Number(rows[0]?.n);
    }),
  );
  expect(Math.min(...counts)).toBeGreaterThan(MANY);
  await vacuum(world.db, Object.keys(copies));
}

const acts: Record<string, () => Promise<unknown>> = {
  "a paid booking, from the hold to the result page": () => buy(),
  "a booking without charge": () => buy({ priceCents: 0 }),
  "a move to another hour": async () => {
    const { ctx, bookingId, offer } = await buy({ spots: 2 });
    const session = { id: offer.sessionId, capacity: 2 };
    const other = await makeSlot(world.db, { session, start: inDays(8), now: new Date() });
    await moveBooking(ctx, { bookingId, slotId: other.id });
  },
  "a cancellation with its refund": async () => {
    const { ctx, bookingId } = await buy();
    expect(await cancelBooking(ctx, { bookingId })).toEqual({ refunded: true });
    await world.runJobs();
  },
  "a slot published, its day shown, and called off": async () => {
    const { sessionId, professional } = await world.makeOffer({ spots: 2 });
    const ctx = await world.context(professional.userId);
    const [start = ""] = inDays(5).toISOString().split("T");
    const { slotId } = await publishSlot(ctx, { offeringId: sessionId, start: `${start}T18:30` });
    await bookSlot(await world.newClient(), { slotId, sessionId });
    expect((await showAgenda(ctx, { from: start, to: start })).slots).toHaveLength(1);
    await cancelSlot(ctx, { slotId });
  },
  "an absence, and its end": async () => {
    const { professional } = await world.makeOffer();
    const ctx = await world.context(professional.userId);
    const [day = ""] = inDays(2).toISOString().split("T");
    const { id } = await addOwnTime(ctx, { kind: "absence", from: day, to: day });
    await removeOwnTime(ctx, { id });
  },
  "a forgotten password": async () => {
    const { email } = await makeUser(world.db);
    await requestPasswordReset(await world.context(), { email });
    const sent = await world.db.select().from(mails).where(eq(mails.toAddress, email));
    expect(sent).toHaveLength(1);
    for (const { secrets } of sent) {
      const { token } = secrets as { token: string };
      await resetPassword(await world.context(), { token, password: "marée-haute-2031" });
    }
  },
  "a guest's booking gone on with by the link in a mail": async () => {
    const email = `guest-${crypto.randomUUID()}@example.fr`;
    const offer = await world.makeOffer();
    await bookSlot(await world.context(), { ...offer, email });
    await askForLink(await world.context(), { sessionId: offer.sessionId, email });
    const [token = ""] = await bookingTokens(world.db, email);
    await followBookingLink(await world.context(), { token });
  },
};

/** A client of their own buys a seat that nobody else wants. */
async function buy(terms: { priceCents?: number; spots?: number } = {}) {
  const offer = await world.makeOffer({ start: inDays(7), ...terms });
  const ctx = await world.newClient();
  const { bookingId } = await bookSlot(ctx, offer);
  if (offer.priceCents > 0) {
    const checkoutId = await checkoutOf(world.db, bookingId);
    await world.simulator.pay(checkoutId);
    await untilSettled(world.db, bookingId);
    await verifyPayment(ctx, { sessionId: checkoutId });
  }
  return { ctx, bookingId, offer };
}

beforeAll(async () => {
  world = await openPaymentWorld();
  // The copies were neither booked nor paid.
  contradict(world.db, "I");
  for (const act of Object.values(acts)) await act();
  await requestPasswordReset(await world.context(), { email: "nobody@example.fr" });
  await fill();
  site = await openSite(await world.context());
}, 240_000);
afterAll(async () => {
  await site.close();
  await world.stop();
});

const PASSWORD = "parenthese";
// The home page is none of them: its figures count the soonest 50 000 slots (rule: true-figures), which
// are all of these, and PostgreSQL takes them by an index or not as it likes.
const visitors = ["/sessions", "/activites", "/sessions?place=Lyon"];
const clients = ["/mes-sessions", "/mes-activites", "/favoris", "/messages", "/alertes"].concat(
  ...["/listes-attente", "/profil", "/profil/securite"],
);
const practitioners = ["/agenda", "/agenda/publier", "/agenda/agendas", "/mes-seances"].concat(
  ...["/profil", "/profil/revenus", "/profil/avis", "/messages", "/chiffres"],
);

describe("a page reads no table through", () => {
  /** A page as somebody sees it who is signed in, if anybody is. */
  async function expectNoneRead(path: string, who?: { id: string; email: string }) {
    const ctx = await world.context(who?.id);
    const cookie = who && cookieWith(ctx, (await logIn(ctx, { ...who, password: PASSWORD })).login);
    const read = await readThroughBy(world.db, async () => {
      const shown = await fetch(site.origin + path, cookie ? { headers: { cookie } } : {});
      expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("<h1")]);
    });
    expect(read).toEqual([]);
  }

  test.each(visitors)("%s, for a visitor", (path) => expectNoneRead(path));

  test("of a session and of its practitioner", async () => {
    const { sessionId, professional } = await world.makeOffer();
    await expectNoneRead(`/session/${sessionId}`);
    await expectNoneRead(`/praticiens/${professional.id}`);
  });

  test.each(clients)("%s, for a client", async (path) => {
    const client = await makeUser(world.db, { password: PASSWORD });
    const offer = await world.makeOffer({ priceCents: 0 });
    await bookSlot(await world.context(client.id), offer);
    await expectNoneRead(path, client);
  });

  test.each(practitioners)("%s, for a practitioner", async (path) => {
    const user = await makeUser(world.db, { password: PASSWORD, isPro: true });
    const { id, userId } = await makeProfessional(world.db, { user });
    const professional = { id, userId, accountId: "" };
    const offer = await world.makeOffer({ priceCents: 0, professional });
    await bookSlot(await world.newClient(), offer);
    await expectNoneRead(path, user);
  });
});

test.each(Object.keys(acts))("%s reads no table through", async (name) => {
  expect(await readThroughBy(world.db, async () => acts[name]?.())).toEqual([]);
});
