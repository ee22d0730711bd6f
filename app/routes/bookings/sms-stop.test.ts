import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookings, sms, smsStops } from "#core/tables.server.ts";
import { shortenId } from "#platform/ids.server.ts";
import { createTextCatcher } from "#platform/sms.server.ts";
import { makeSms } from "#test/make/diary.ts";
import { openPaymentWorld, type PaymentWorld } from "#test/make/payments.ts";
import { makePlan } from "#test/make/people.ts";
import { openSite, type Site } from "#test/make/site.ts";

let world: PaymentWorld;
let site: Site;
beforeAll(async () => {
  world = await openPaymentWorld();
  site = await openSite(await world.context());
});
afterAll(async () => {
  await site.close();
  await world.stop();
});

const read = async (path: string) => (await fetch(site.origin + path)).text();
const send = (path: string, fields: Record<string, string>) =>
  fetch(site.origin + path, {
    method: "POST",
    headers: { origin: site.origin },
    body: new URLSearchParams(fields),
    redirect: "manual",
  });

test("a number for a reminder is asked for where the plan contains it, and a wrong one is said beside it", async () => {
  const small = await world.makeOffer();
  expect(await read(`/session/${small.sessionId}`)).not.toContain("Rappel par SMS");
  const { sessionId, slotId, priceCents, professional } = await world.makeOffer();
  await makePlan(world.db, { userId: professional.userId, planType: "premium" });
  const path = `/session/${sessionId}`;
  expect(await read(path)).toContain("Rappel par SMS");
  const typed = {
    slotId,
    [`price-${slotId}`]: String(priceCents),
    email: "julie@example.fr",
    intent: "book",
  };
  const refused = await send(path, { ...typed, smsNumber: "01 23 45 67 89" });
  expect(refused.status).toBe(400);
  const page = await refused.text();
  expect(page).toMatch(/id="([^"]+)-error"[^>]*>.*Écrivez un mobile français/s);
  expect(page).toContain('value="01 23 45 67 89"');
  expect(page).toContain('value="julie@example.fr"');
  expect(await world.db.$count(bookings, eq(bookings.slotId, slotId))).toBe(0);
  expect((await send(path, { ...typed, smsNumber: "+33 6 39 98 00 99" })).status).toBe(302);
  const [held] = await world.db.select().from(bookings).where(eq(bookings.slotId, slotId));
  expect(held).toMatchObject({ smsNumber: "+33639980099", smsAgreedAt: expect.any(Date) });
});

test("a mobile typed before the login waits in the browser with the note, for this session only", async () => {
  const { sessionId, slotId, professional } = await world.makeOffer();
  const other = await world.makeOffer({ professional });
  await makePlan(world.db, { userId: professional.userId, planType: "premium" });
  const bookingNotes = "Un genou fragile";
  const typed = { slotId, bookingNotes, smsNumber: "06 39 98 00 88", intent: "log-in" };
  const left = await send(`/session/${sessionId}`, typed);
  expect(left.headers.get("location")).toContain("/connexion");
  const cookie = left.headers.get("set-cookie")?.split(";")[0] ?? "";
  const readWith = async (path: string) =>
    (await fetch(site.origin + path, { headers: { cookie } })).text();
  const page = await readWith(`/session/${sessionId}`);
  expect(page).toContain('value="0639980088"');
  expect(page).toContain(bookingNotes);
  const elsewhere = await readWith(`/session/${other.sessionId}`);
  expect(elsewhere).toContain("Rappel par SMS");
  expect(elsewhere).not.toContain("0639980088");
});

test("where nothing sends text messages, none is offered, asked a number for, or promised", async () => {
  const { sessionId, professional } = await world.makeOffer();
  await makePlan(world.db, { userId: professional.userId, planType: "premium" });
  const texter = createTextCatcher(world.db, false);
  const silent = await openSite(await world.context(undefined, { texter }));
  const pages = (origin: string) =>
    Promise.all(
      [`/session/${sessionId}`, "/nos-offres"].map(async (path) =>
        (await fetch(origin + path)).text(),
      ),
    );
  for (const page of await pages(site.origin)) expect(page).toMatch(/Rappels? (par )?SMS/);
  for (const page of await pages(silent.origin)) expect(page).not.toMatch(/Rappels? (par )?SMS/);
  await silent.close();
});

test("opening the link of a text message changes nothing; its button stops them, and takes that back", async () => {
  const reference = "01a1f947-4d38-7636-b4fb-c69194333b29";
  const id = await makeSms(world.db, { reference, toNumber: "+33639980042" });
  const path = `/sms/${shortenId(id)}`;
  const stops = () => world.db.$count(smsStops);
  const shown = await fetch(site.origin + path);
  expect(shown.headers.get("cache-control")).toContain("no-store");
  const text = await shown.text();
  expect(text).toContain("finit par 42");
  expect(text).not.toContain("3998");
  expect(await stops()).toBe(0);
  expect(await (await send(path, { intent: "stop" })).text()).toContain(
    "Vous ne recevrez plus de SMS",
  );
  expect(await stops()).toBe(1);
  await send(path, { intent: "resume" });
  expect(await stops()).toBe(0);
  // Once the number is forgotten, the link says what else can be done.
  await world.db.update(sms).set({ toNumber: "" }).where(eq(sms.id, id));
  expect(await read(path)).toContain("plus valable");
});
