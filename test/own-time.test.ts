import { eq } from "drizzle-orm";
import { expect, onTestFinished } from "vitest";
import { signLogin } from "#core/accounts/logins/sign-login.server.ts";
import { generateSlots } from "#core/catalogue/schedule/generate-slots.server.ts";
import { fromParis, toParis } from "#core/dates.ts";
import { HOUR } from "#core/durations.ts";
import { busyTimes, logins, offerings, outsideClients, slots } from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import { cookieWith } from "./make/browser.ts";
import { makeActivityType, makeSession, makeSlot } from "./make/catalogue.ts";
import { makeConfig, makeContext, NOW } from "./make/context.ts";
import { dataTest } from "./make/database.ts";
import { makePlan, makeProfessional, makeUser } from "./make/people.ts";
import { openSite } from "./make/site.ts";

const at = (local = "") => fromParis(local) as Date;
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR);

/** The whole site as a professional meets it whose browser runs no scripts. */
async function open(db: Database) {
  const ctx = makeContext(db, { config: makeConfig() });
  const { origin, close } = await openSite(ctx);
  onTestFinished(close);
  const user = await makeUser(db, { isPro: true });
  await makePlan(db, { userId: user.id });
  const professional = await makeProfessional(db, { user, bufferMinutes: 15 });
  const token = newId();
  await db.insert(logins).values({
    ...{ id: newId(), userId: user.id, token, userAgent: "Essai/1.0", expiresAt: later(24) },
  });
  const headers = { origin, cookie: cookieWith(ctx, await signLogin(ctx, token)) };
  const read = async (path: string) => {
    const answer = await fetch(origin + path, { headers });
    expect(answer.status, path).toBe(200);
    return tidied(await answer.text());
  };
  const send = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const sent = { method: "POST", redirect: "manual", headers, body } as const;
    const answer = await fetch(origin + path, sent);
    const to = answer.headers.get("location");
    return { status: answer.status, to, text: tidied(await answer.text()) };
  };
  return { professional, read, send };
}

/** Without the marks that React puts between texts. */
const tidied = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

dataTest("« Occupé » is two taps: the page, and a stretch of its own", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const session = await makeSession(db, { professional });
  await makeSlot(db, { session, start: later(1) });
  const page = await read("/agenda/occupe");
  const quick = [...page.matchAll(/<button([^>]*name="quick"[^>]*)>([^<]+)</g)];
  expect(quick.map(([, , label]) => label)).toEqual([
    ...["De 10:00 à 10:30", "De 10:00 à 11:00", "De 10:00 à 12:00", "De 10:00 jusqu'à minuit"],
  ]);
  const [, value = ""] = /value="([^"]+)"/.exec(String(quick[2]?.[1])) ?? [];
  const { to } = await send("/agenda/occupe", { kind: "busy", quick: value });
  expect(to).toBe("/agenda?jour=2026-11-20");
  expect(await db.$count(busyTimes, eq(busyTimes.source, "busy"))).toBe(1);
  expect(await read("/agenda")).toContain("Fermé : vous êtes pris à cette heure");
  // Soon after midnight in Paris it is still the day before in UTC.
  const night = "2026-11-20T23:30:00.000Z 2026-11-21T00:00:00.000Z";
  const { to: toNight } = await send("/agenda/occupe", { kind: "busy", quick: night });
  expect(toNight).toBe("/agenda?jour=2026-11-21");
});

dataTest("an absence says what it closes and what is booked before it is noted", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const session = await makeSession(db, { professional, title: "Yoga du soir" });
  const booked = await makeSlot(db, { session, start: later(24) });
  const free = await makeSlot(db, { session, start: later(30) });
  await send(`/agenda/hors-site/${booked.id}`, { name: "Paul", seats: "2" });
  const path = "/agenda/occupe?type=absence";
  const form = { kind: "absence", from: "2026-11-21", to: "2026-11-28", title: "Vacances" };

  const wrong = await send(path, { ...form, to: "2026-11-20" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("La fin vient après le début");
  expect(wrong.text).toContain('value="Vacances"');

  const asked = await send(path, form);
  expect(asked.status).toBe(409);
  expect(asked.text).toContain("2 créneaux libres ferment.");
  expect(asked.text).toContain("Yoga du soir, sam. 21 nov. à 10:00, 2 places prises");
  expect(asked.text).toContain('value="2026-11-28"');
  expect(asked.text).toContain(`href="/agenda/creneau/${booked.id}/proposer"`);
  const [, callOff = ""] = /href="(\/agenda\/arret[^"]+)"/.exec(asked.text) ?? [];
  expect(callOff).toBe(
    "/agenda/arret?periode=autre&amp;du=2026-11-21T00:00&amp;au=2026-11-29T00:00",
  );
  expect(await read(callOff.replaceAll("&amp;", "&"))).toContain("Yoga du soir");
  expect(await db.$count(busyTimes)).toBe(0);

  expect((await send(path, { ...form, knowing: "1" })).to).toBe("/agenda?jour=2026-11-21");
  const list = await read(path);
  expect(list).toContain("du samedi 21 novembre au samedi 28 novembre");
  const [, timeId = ""] = /name="timeId" value="([^"]+)"/.exec(list) ?? [];
  expect((await send(path, { intent: "end", timeId })).to).toBe(path);
  const [row] = await db.select().from(slots).where(eq(slots.id, free.id));
  expect(row?.absenceId).toBeNull();
  expect(await read(path)).toContain("Rien de noté pour l'instant.");
});

dataTest("a client from elsewhere is noted and removed on the slot's own page", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const slot = await makeSlot(db, {
    session: await makeSession(db, { professional, capacity: 3 }),
  });
  const path = `/agenda/hors-site/${slot.id}`;
  const wrong = await send(path, { name: "Mme Arnaud", seats: "4" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Il reste 3 places dans ce créneau");
  expect(wrong.text).toContain('value="Mme Arnaud"');
  expect((await send(path, { name: "Mme Arnaud", seats: "2" })).to).toBe(path);
  const page = await read(path);
  expect(page).toContain("Mme Arnaud");
  expect(page).toMatch(/– 11:00\. 1 place\./);
  expect(await read(`/agenda?creneau=${slot.id}`)).toContain("2 places pour des clients hors site");
  const [, clientId = ""] = /name="clientId" value="([^"]+)"/.exec(page) ?? [];
  expect((await send(path, { intent: "remove", clientId })).to).toBe(path);
  expect(await db.$count(outsideClients)).toBe(0);
});

dataTest("« Client hors site » asks what for and how long, without scripts too", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const session = await makeSession(db, { professional, title: "Yoga du soir", duration: 45 });
  const slot = await makeSlot(db, { session, start: at("2026-11-21T18:00") });
  const path = "/agenda/occupe?type=hors-site";
  const page = await read(path);
  expect(page).toContain("45min");
  expect(page).toMatch(/<option value="[^"]+">Yoga du soir</);
  const form = { kind: "outside", day: "2026-11-21", fromTime: "11:00", title: "Mme Arnaud" };
  const wrong = await send(path, form);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Choisissez une durée");
  expect(wrong.text).toContain('value="Mme Arnaud"');
  const other = { minutes: "other", otherMinutes: "150" };
  expect((await send(path, { ...form, ...other })).to).toBe("/agenda?jour=2026-11-21");
  expect(await read(path)).toContain("samedi 21 novembre, 11:00 – 13:30");
  const inSlot = { ...form, fromTime: "18:00", offeringId: session.id };
  expect((await send(path, inSlot)).to).toBe(`/agenda/hors-site/${slot.id}`);
});

dataTest(
  "after an illness the agenda lists the outside clients to tell, who are ticked",
  async ({ db }) => {
    const { read, send, professional } = await open(db);
    const slot = await makeSlot(db, {
      session: await makeSession(db, { professional, capacity: 3, title: "Yoga du soir" }),
      start: later(24),
    });
    await send(`/agenda/hors-site/${slot.id}`, { name: "Mme Arnaud", seats: "2" });
    const path = "/agenda/arret?periode=demain";
    const form = await read(path);
    const fieldOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1];
    const hours = { from: fieldOf("from") ?? "", to: fieldOf("to") ?? "" };
    const day = "/agenda?jour=2026-11-21";
    expect((await send(path, { ...hours, slotId: slot.id })).to).toBe(day);
    const agenda = await read(`${day}&creneau=`);
    expect(agenda).toContain("1 client hors site à prévenir");
    expect(agenda).toContain("Absence");
    const panel = await read(`${day}&creneau=${slot.id}`);
    expect(panel).toMatch(/<s[^>]*>Mme Arnaud<\/s>/);
    expect(panel).toContain("2 places hors site, à prévenir");
    expect(panel).not.toContain("Annuler ce créneau");
    const [, clientId = ""] = /name="clientId" value="([^"]+)"/.exec(panel) ?? [];
    await send(day, { intent: "told", slotId: slot.id, clientId, isTold: "1" });
    expect(await read(`${day}&creneau=${slot.id}`)).toContain("2 places hors site, prévenu");
    expect(await read(`${day}&creneau=`)).not.toContain("à prévenir");
  },
);

dataTest("hours are proposed, refused beside their field, and saved", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const session = await makeSession(db, { professional });
  await makeSlot(db, { session, start: later(-23) });
  const page = await read("/profil/horaires");
  expect(page).toContain("Proposées d'après vos créneaux");
  expect(page).toMatch(/name="d4-opens1"[^>]*value="11:00"/);
  const form = { version: "1", bufferMinutes: "30", noticeMinutes: "120", "d1-opens1": "09:00" };
  const wrong = await send("/profil/horaires", { ...form, "d1-closes1": "08:00" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toMatch(/La fin vient après le début/);
  expect(wrong.text).toMatch(/name="d1-closes1"[^>]*value="08:00"/);
  expect(wrong.text).toMatch(/aria-invalid="true"[^>]*name="d1-closes1"/);
  const { to } = await send("/profil/horaires", { ...form, "d1-closes1": "18:00" });
  expect(to).toBe("/profil");
  const profile = await read("/profil");
  expect(profile).toContain("2 h avant");
  expect(profile).toContain("lundi 09:00–18:00");
});

dataTest("the long form warns of hours that touch another's, with two ways out", async ({ db }) => {
  const { send, professional } = await open(db);
  await makeActivityType(db, "Yoga");
  const other = await makeSession(db, { professional, title: "Yoga du soir" });
  await makeSlot(db, { session: other, start: new Date("2026-11-27T18:15:00Z") });
  const form = {
    ...{ intent: "create", title: "Sophrologie", description: "Une heure pour souffler." },
    ...{ category: "Yoga", sessionType: "individual", price: "45", duration: "75", place: "here" },
    ...{ address: "1 rue de la Paix", city: "Lyon", rhythm: "once" },
    ...{ date: "2026-11-27", startTime: "18:00" },
  };
  const send1 = (more: object) => send("/ajouter-session", { ...form, ...more });
  const asked = await send1({});
  expect(asked.status).toBe(409);
  expect(asked.text).toContain(
    "Le vendredi 27 novembre, 18:00–19:15 touche votre Yoga du soir de 19:15.",
  );
  expect(asked.text).toContain(
    "Il vous faut 15 min de pause. Personne n'y est inscrit : la première réservation fermera l'autre.",
  );
  expect(asked.text).toContain("Revenir à 1h");
  expect(asked.text).toContain("C'est en parallèle");
  expect(asked.text).toContain('value="Sophrologie"');
  expect(await db.$count(offerings)).toBe(1);
  const [, knowing = ""] = /name="knowing" value="([^"]+)"/.exec(asked.text) ?? [];
  // Another hour that touches it is asked about anew.
  expect((await send1({ knowing, startTime: "19:00" })).status).toBe(409);

  const made = async (more: object) => {
    expect((await send1(more)).to).toBe("/profil");
    const [row] = await db
      .select({ duration: offerings.duration, isParallel: slots.isParallel, id: offerings.id })
      .from(offerings)
      .innerJoin(slots, eq(slots.offeringId, offerings.id))
      .where(eq(offerings.title, "Sophrologie"));
    await db.delete(offerings).where(eq(offerings.id, String(row?.id)));
    return [row?.duration, row?.isParallel];
  };
  expect(await made({ shorter: "60" })).toEqual([60, false]);
  expect(await made({ parallel: "1" })).toEqual([75, true]);
  expect(await made({ knowing })).toEqual([75, false]);
});

dataTest(
  "a form sent again after a lost answer is not warned of what it has made",
  async ({ db }) => {
    const { send, professional } = await open(db);
    await makeActivityType(db, "Yoga");
    const session = await makeSession(db, { professional });
    const forms = {
      "/ajouter-session": {
        ...{ intent: "create", title: "Sophrologie", description: "Une heure pour souffler." },
        ...{
          category: "Yoga",
          sessionType: "individual",
          price: "45",
          duration: "75",
          place: "here",
        },
        ...{ address: "1 rue de la Paix", city: "Lyon", rhythm: "once" },
        ...{ date: "2026-11-27", startTime: "18:00" },
      },
      "/agenda/publier": {
        ...{ offeringId: session.id, day: "other", otherDay: "2026-11-28", otherTime: "18:00" },
        ...{ minutes: "60" },
      },
    };
    for (const [path, form] of Object.entries(forms)) {
      const sent = { ...form, cle: newId() };
      const first = await send(path, sent);
      expect(first.status, path).toBe(302);
      const made = await db.$count(slots);
      expect(await send(path, sent)).toMatchObject({ status: 302, to: first.to });
      expect(await db.$count(slots)).toBe(made);
      // The same from a new form is warned of.
      expect((await send(path, { ...form, cle: newId() })).status).toBe(409);
    }
  },
);

/** The value of a hidden field or a button. */
const sentValue = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

dataTest("a rhythm is changed after its effect was shown, and not otherwise", async ({ db }) => {
  const { read, send, professional } = await open(db);
  const session = await makeSession(db, {
    ...{ professional, title: "Yoga doux" },
    recurrence: { days: ["monday"], time: "18:30", until: "2027-01-04" },
  });
  await generateSlots(makeContext(db), { kind: "session", id: session.id });
  const made = async () => {
    const rows = await db.select().from(slots).where(eq(slots.offeringId, session.id));
    return rows.map(({ startDatetime }) => toParis(startDatetime)).sort();
  };
  const before = await made();
  expect(before).toHaveLength(7);
  const path = `/agenda/rythme/${session.id}`;
  const page = await read(path);
  expect(page).toContain("Yoga doux");
  const form = {
    ...{ version: sentValue(page, "version"), rows: "1", "weekdays-0": "5" },
    ...{ "starts-0": "18:30", "from-0": "2026-12-14", "until-0": "2027-01-08" },
  };
  const wrong = await send(path, { ...form, "until-0": "2026-12-01", intent: "preview" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("La fin vient après le début");
  expect(wrong.text).toContain('value="2026-12-01"');

  const more = await send(path, { ...form, intent: "add" });
  expect(more.text).toContain("Horaire 2");
  expect(more.text).toContain('value="2027-01-08"');

  const asked = await send(path, { ...form, intent: "preview" });
  expect(asked.status).toBe(409);
  expect(asked.text).toContain("4 créneaux créés");
  expect(asked.text).toContain("7 créneaux retirés");
  expect(asked.text).toContain("Aucun créneau gardé");
  expect(await made()).toEqual(before);
  // An effect that was not shown is shown first.
  const blind = await send(path, { ...form, intent: "save", seen: "autre" });
  expect(blind.text).toContain("Vos créneaux ont changé entre-temps");
  expect(await made()).toEqual(before);
  const seen = sentValue(asked.text, "seen");
  const left = await send(path, { ...form, leftOut: "2026-12-25", intent: "save", seen });
  expect(left.text).toContain("3 créneaux créés");

  expect((await send(path, { ...form, intent: "save", seen })).to).toBe(path);
  const after = ["2026-12-18T18:30", "2026-12-25T18:30", "2027-01-01T18:30", "2027-01-08T18:30"];
  expect(await made()).toEqual(after);
  const holidays = await read(path);
  expect(holidays).toContain("Noël : ");
  expect(holidays).toContain("vendredi 25 décembre 2026");

  const [slot] = await db
    .select()
    .from(slots)
    .where(eq(slots.startDatetime, at(after[1])));
  const from = `${path}?creneau=${slot?.id}`;
  expect(await read(from)).toContain("Celui-ci et les suivants");
  const scope = { slotId: String(slot?.id), scope: "following", act: "move", starts: "19:00" };
  const told = await send(from, { ...scope, intent: "preview" });
  expect(told.text).toContain("3 créneaux créés");
  await send(from, { ...scope, intent: "save", seen: sentValue(told.text, "seen") });
  expect(await made()).toEqual([
    ...["2026-12-18T18:30", "2026-12-25T19:00", "2027-01-01T19:00", "2027-01-08T19:00"],
  ]);
  const agenda = await read("/agenda?jour=2026-12-18");
  const [, slotId] = /creneau=([0-9a-f-]{36})/.exec(agenda) ?? [];
  expect(await read(`/agenda?jour=2026-12-18&creneau=${slotId}`)).toContain(
    `href="${path}?creneau=${slotId}"`,
  );
  expect(await read("/mes-seances")).toContain(`href="${path}"`);
});
