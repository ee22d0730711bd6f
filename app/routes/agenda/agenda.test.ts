import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { logIn } from "#core/accounts/logins/log-in.server.ts";
import { HOUR, MINUTE } from "#core/durations.ts";
import { cents } from "#core/money.ts";
import { bookingMessages, bookings, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeSession, makeSlot, soldFrom } from "#test/make/catalogue.ts";
import { makeContext, NOW } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";
import { openSite } from "#test/make/site.ts";

/** A slot that began ten minutes ago, with three clients, and its professional's browser. */
async function openAgenda(db: Database) {
  // By hand: neither seat nor payment, which the agenda does not count.
  contradict(db, "I1", "I2", "I10");
  const user = await makeUser(db, {
    ...{ isPro: true, email: "ines@example.fr", password: "parenthese" },
  });
  const professional = await makeProfessional(db, { user });
  const session = await makeSession(db, { professional, title: "Yoga doux" });
  const start = new Date(NOW.getTime() - 10 * MINUTE);
  const slot = await makeSlot(db, { session, start, availableSpots: 5 });
  const people: string[] = [];
  for (const [firstName, code] of [
    ["Julie", "4829"],
    ["Karim", "1234"],
    ["Léa", "0077"],
  ] as const) {
    const client = await makeUser(db, { firstName, lastName: "Martin" });
    const id = newId();
    await db.insert(bookings).values({
      ...({
        ...{ id, clientId: client.id, buyerEmail: client.email, professionalId: professional.id },
        ...{ slotId: slot.id, pricePaidCents: cents(4_000), commissionCents: cents(400) },
        ...{ refundableUntil: NOW, status: "confirmed", paymentStatus: "paid", confirmedAt: NOW },
        presenceCode: code,
      } as typeof bookings.$inferInsert),
      ...soldFrom(slot.id),
    });
    people.push(id);
  }
  let now = NOW;
  const ctx = makeContext(db, { now: () => now });
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const { login } = await logIn(ctx, { email: "ines@example.fr", password: "parenthese" });
  const headers = { origin, cookie: cookieWith(ctx, login) };
  const address = `${origin}/agenda?creneau=${slot.id}`;
  const open = (path: string) => fetch(origin + path, { headers });
  const show = async () =>
    (await (await open(`/agenda?creneau=${slot.id}`)).text()).replaceAll("&#x27;", "'");
  const send = async (fields: Record<string, string>) => {
    const answer = await fetch(address, {
      ...{ method: "POST", redirect: "manual", headers },
      body: new URLSearchParams({ slotId: slot.id, ...fields }),
    });
    return { status: answer.status, html: (await answer.text()).replaceAll("&#x27;", "'") };
  };
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };
  const presences = async () => {
    const rows = await db
      .select({ id: bookings.id, presence: bookings.presence, by: bookings.presenceBy })
      .from(bookings);
    return people.map((id) => {
      const row = rows.find((one) => one.id === id);
      return [row?.presence, row?.by];
    });
  };
  return { people, slot, open, show, send, pass, presences };
}

dataTest("clients from elsewhere are expected too", async ({ db }) => {
  const { slot, show } = await openAgenda(db);
  const changed = { outsideSeats: 2, availableSpots: 3 };
  await db.update(slots).set(changed).where(eq(slots.id, slot.id));
  expect(await show()).toContain("5 personnes attendues.");
});

dataTest("without scripts, a code or a word says who has come", async ({ db }) => {
  const { people, show, send, pass, presences } = await openAgenda(db);
  const [julie = "", karim = "", lea = ""] = people;
  const page = await show();
  expect(page).toContain("Code du client");
  expect(page).toContain("Quatre chiffres, sur son téléphone. Ou scannez son QR.");
  expect(page).toContain("3 personnes attendues.");
  // Ten minutes after its start nobody is absent yet.
  expect(page.match(/disabled=""[^>]*>Absent<!-- -->, dès 10:05</g)).toHaveLength(3);
  expect((await send({ intent: "code", code: "48 29" })).status).toBe(302);
  expect((await send({ intent: "presence", bookingId: karim, status: "late" })).status).toBe(302);
  const early = await send({ intent: "presence", bookingId: lea, status: "absent" });
  expect(early.status).toBe(409);
  expect(early.html).toContain("« Absent » se note à partir de 15 minutes après le début.");
  pass(5 * MINUTE);
  expect((await send({ intent: "presence", bookingId: lea, status: "absent" })).status).toBe(302);
  expect(await presences()).toEqual([
    ["present", "code"],
    ["late", "professional"],
    ["absent", "professional"],
  ]);
  expect(await show()).toContain("2 personnes arrivées.");
  const wrong = await send({ intent: "code", code: "9999" });
  expect(wrong.status).toBe(400);
  expect(wrong.html).toMatch(/value="9999"/);
  expect(wrong.html).toContain("Ce code n'est celui de personne ici");
  // A code proves that somebody was not absent.
  const proved = await send({ intent: "presence", bookingId: julie, status: "absent" });
  expect(proved.html).toContain("Son code a été saisi : il est venu.");
  pass(50 * HOUR);
  expect(await show()).not.toContain("Code du client");
});

dataTest("without scripts, one message reaches everybody who comes, once", async ({ db }) => {
  const { people, show, send, slot } = await openAgenda(db);
  expect(await show()).toContain("Écrire aux <!-- -->3<!-- --> clients");
  for (const id of people) expect(await show()).toContain(`/reservations/${id}/ecrire`);
  const empty = await send({ intent: "write", people: "3", text: " " });
  expect(empty.status).toBe(400);
  expect(empty.html).toContain("Ce champ est obligatoire");
  const tooLong = "a".repeat(2_001);
  const refused = await send({ intent: "write", people: "3", text: tooLong });
  expect(refused.html).toContain(tooLong);
  const message = { intent: "write", people: "3", text: "La salle est au premier." };
  for (const sent of [message, message]) expect((await send(sent)).status).toBe(302);
  expect(await db.$count(bookingMessages)).toBe(3);
  await db.delete(bookings).where(eq(bookings.slotId, slot.id));
  const late = await send({ ...message, people: "4" });
  expect(late.status).toBe(409);
  expect(late.html).toContain("Personne n'est inscrit à ce créneau.");
});

dataTest("a form for one's time that there is not is that of busy hours", async ({ db }) => {
  const { open } = await openAgenda(db);
  for (const type of ["constructor", "__proto__", "vacances"]) {
    const answer = await open(`/agenda/occupe?type=${type}`);
    expect([type, answer.status]).toEqual([type, 200]);
    expect(await answer.text()).toContain("Occupé");
  }
});
