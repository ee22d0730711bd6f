import fs from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { pageOf } from "#app/page-table.server.ts";
import { resetPassword } from "#core/accounts/passwords/request-password-reset.server.ts";
import { bookSlot } from "#core/bookings/book-slot.server.ts";
import { confirmEmail } from "#core/professionals/create-professional.server.ts";
import {
  bookings,
  credentials,
  logins,
  mails,
  payments,
  professionalProfiles,
  profiles,
  rateLimits,
  users,
} from "#core/tables.server.ts";
import { hashSecret, newId } from "#platform/ids.server.ts";
import { COST, hashNow } from "#platform/password-thread.ts";
import { createPasswords } from "#platform/passwords.server.ts";
import { cookieOf } from "#test/make/browser.ts";
import { makeActivity, makeActivitySlot } from "#test/make/catalogue.ts";
import { actorOf, CHEAP, UNHURRIED } from "#test/make/context.ts";
import { deliverMails, openMailbox, tokenIn } from "#test/make/mailbox.ts";
import { routes } from "#test/make/pages.ts";
import { makeUser } from "#test/make/people.ts";
import type { Cast } from "./callers.ts";
import { FORM_PATTERNS, FORMS } from "./forms.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";
import { size } from "./size.ts";

/*
 * Attacks on accounts: what must happen, and the test that holds it, here or beside the use case. The
 * first five are those of « Pre-hijacked accounts » (Sudhodanan and Paverd, 2022), each on the roads
 * that this site has: there is no login by another site, and no e-mail can be changed.
 */
const PROOF = "core/accounts/mailbox-proof.test.ts";
const ATTACKS = `
attack                              | what must happen                                | test
classic-federated merge             | who proves the mailbox ends what stood before   | ${PROOF}: he registers, she buys as a guest: the account is hers by what her mailbox got
  the other way round               | a later sign-up adds no way in                  | ${PROOF}: she buys as a guest, he registers: her temporary password keeps working, his never does
  by two sign-ups                   | each link takes its own sign-up, and no other   | ${PROOF}: he registers, then she does: only her own link takes what she typed
  by a reset                        | nothing that a sign-up says is taken            | here: a business in her name, completed by her reset
  by crowding her sign-up out       | it is kept, mailed and found                    | here: her sign-up, crowded out by his
  by using up her mails             | she is told, and has a link that works          | ${PROOF}: he uses up every mail to her: she is told, and has a link that works
unexpired session                   | a reset ends every login and every token        | ${PROOF}: a reset ends every login and every token of the account
  by a login under way              | it does not survive the change                  | core/accounts/logins/log-in.test.ts: a login that overtakes a password change does not survive it
trojan identifier                   | nothing of his sign-up is in her account        | here: a trojan identifier
unexpired email change              | nothing writes an e-mail, no link does          | here: an e-mail that is changed
non-verifying identity provider     | nothing exists before the mailbox is proved     | here: an address that nobody verified
  a purchase with her address       | credentials go to the mailbox, no login opens   | ${PROOF}: he buys with her address: credentials go to her, and no login opens for him
enumeration by text and status      | known and unknown are answered alike            | here: enumeration by text and status
  by logging in after a sign-up     | alike too                                       | core/accounts/sign-up/sign-up.test.ts: is told apart by no form of the answer: status, words or what is written
  by a mail                         | a suspended or unknown address leaves no trace  | ${PROOF}: an unknown or suspended address leaves the same trace, and gets no mail
enumeration by time                 | medians within 0.6 to 1.7 of each other         | here: enumeration by time
stuffing one account                | ten failures, from wherever                     | core/accounts/logins/log-in.test.ts: 10 failures per account, whoever fails, sent one by one or at once
stuffing from one address           | a hundred failures                              | core/accounts/logins/log-in.test.ts: 100 failures per network address, and successes do not count
locking somebody out                | at most a quarter of an hour, logins stay open  | here: locking somebody out
  for longer                        | a reset opens the account at once               | ${PROOF}: a reset lets its owner in, however many guesses have closed the account (rule: login-limits)
fixation                            | a login is a new one; a planted one stays his   | here: fixation
replay of a reset                   | once, for an hour; newer sisters die with it    | ${PROOF}: a link works once, for an hour, and its newer sisters die with it
parallel use of a reset             | one wins                                        | here: parallel use of a reset
replay of a confirmation            | until one is used                               | core/accounts/sign-up/sign-up.test.ts: resent ones and earlier ones work alike, until one is used
parallel use of a confirmation      | one wins                                        | core/accounts/sign-up/sign-up.test.ts: of two confirmations at once one wins
a link used for another purpose     | opens nothing                                   | ${PROOF}: a confirmation link does not open a reset, nor the other way round
replay of a refresh token           | its family ends                                 | core/accounts/tokens/tokens.test.ts: one that comes twice ends its family, and no other
temporary password after 72 hours   | dead, its link too                              | ${PROOF}: password and link die after 72 hours, and a reset brings another
temporary password after its change | dead                                            | ${PROOF}: with a temporary password nothing but its change is allowed
temporary password on any address   | led to the change, or as a visitor              | here: a temporary password on any address
temporary password in any use case  | refused (column « tempor. »)                    | test/faults/access.test.ts: is for whom the table says
forms of another site               | 403, for every address and method               | test/faults/pages.test.ts: takes no form that another site has sent
another's session_id                | nothing of the purchase, nothing changes        | here: another's session_id
a guest's e-mail, typed by another  | proves nothing                                  | core/bookings/book-slot.test.ts: an e-mail proves nothing
  that of the practitioner, a booker  | is answered as any other                        | here: enumeration by a slot
  used up by strangers              | its owner goes on by a link, or signed in       | core/bookings/holds/hold-seat.test.ts: beyond its share holds nothing and is mailed one link a day
  confirming what costs nothing     | only who follows the link in the mail           | core/bookings/links/follow-booking-link.test.ts: is a hold without an account
`;

const rows = ATTACKS.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split(" | ").map((cell) => cell.trim()));

test.for(rows)("%s: its test exists", ([, , held = ""]) => {
  const [file = "", title = ""] = held.split(/: (.*)/);
  const source = file === "here" ? import.meta.filename : file;
  const titles = fs
    .readFileSync(source, "utf8")
    .matchAll(/(?:test|describe)\b[^"`]*["`]([^"`]+)/gi);
  const found = [...titles].some(([, words = ""]) => words.includes(title));
  expect(found, `${file}: ${title}`).toBe(true);
});

let site: SiteUnderTest;
let cast: Cast;
let offer: Offer;
let freeOffer: { activityId: string; activitySlotId: string };
beforeAll(async () => {
  site = await openSiteUnderTest();
  cast = await site.makeCast();
  offer = await site.makeOffer(cast);
});
afterAll(() => site.close());

let counter = 0;
const newEmail = () => `attaque-${++counter}@example.fr`;
const PASSWORD = "mot-de-victoire";

interface Asking {
  cookie?: string;
  json?: object;
  form?: Record<string, string>;
}

let callers = 0;
/** A request from an address of the network of its own, so that limits per address stay out of it. */
async function ask(path: string, { cookie, json, form }: Asking = {}) {
  callers += 1;
  const answer = await fetch(site.origin + path, {
    method: json || form ? "POST" : "GET",
    redirect: "manual",
    headers: {
      origin: site.origin,
      "x-forwarded-for": [10, callers >> 16, (callers >> 8) & 255, callers & 255].join("."),
      ...(cookie && { cookie }),
      ...(json && { "content-type": "application/json" }),
    },
    body: json ? JSON.stringify(json) : form ? new URLSearchParams(form) : null,
  });
  return {
    status: answer.status,
    location: answer.headers.get("location"),
    setCookie: answer.headers.getSetCookie(),
    text: await answer.text(),
  };
}

const token = (email: string, password: string) =>
  ask("/api/v1/auth/token?grant_type=password", { json: { email, password } });

/** A mailbox, and a way to read what the site has sent to it since. */
async function openReadableMailbox() {
  const box = await openMailbox();
  return async () => {
    await deliverMails({ ...site.ctx, mailer: box.mailer });
    return box.mails;
  };
}

test("a trojan identifier", async () => {
  const email = newEmail();
  const mails = await openReadableMailbox();
  const his = { email, password: "mot-d-armand", firstName: "Armand", lastName: "Intrus" };
  await ask("/inscription", { form: { ...his, phone: "0612345678" } });
  const data = { first_name: "Armand", last_name: "Intrus", phone: "0612345678", is_client: true };
  const program = { ...data, is_pro: true, second_email: "armand@example.fr" };
  await ask("/api/v1/auth/signup", { json: { email, password: his.password, data: program } });
  const hers = { email, password: PASSWORD, firstName: "Victoire", lastName: "Roy", phone: "" };
  await ask("/inscription", { form: hers });
  const received = (await mails()).filter(({ recipients }) => recipients.includes(email));
  // His links take nothing of hers, and hers nothing of his.
  for (const his of received.slice(0, -1)) {
    const early = confirmEmail(site.ctx, { token: tokenIn(his), password: PASSWORD });
    await expect(early).rejects.toMatchObject({ code: "invalid_credentials" });
  }
  await confirmEmail(site.ctx, { token: tokenIn(received.at(-1)), password: PASSWORD });
  const { db } = site.ctx;
  expect(await db.select().from(profiles).where(eq(profiles.email, email))).toMatchObject([
    { firstName: "Victoire", lastName: "Roy", phone: null, isPro: false },
  ]);
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const ways = await db
    .select()
    .from(credentials)
    .where(eq(credentials.userId, String(user?.id)));
  expect(ways).toMatchObject([{ providerId: "credential" }]);
  expect((await token(email, his.password)).status).toBe(401);
  expect((await token(email, PASSWORD)).status).toBe(200);
  // His other links are dead.
  for (const mail of received) {
    const late = confirmEmail(site.ctx, { token: tokenIn(mail), password: his.password });
    await expect(late).rejects.toMatchObject({ code: "invalid_token" });
  }
});

const intruder = {
  ...{ first_name: "Armand", last_name: "Intrus", phone: "0612345678" },
  ...{ is_client: false, is_pro: true },
};
const business = { business_name: "Cabinet Intrus", business_description: "Massages." };

test("a business in her name, completed by her reset", async () => {
  const email = newEmail();
  const mails = await openReadableMailbox();
  const json = { email, password: "mot-d-armand", data: intruder, professional_info: business };
  expect((await ask("/api/v1/auth/signup", { json })).status).toBe(200);
  await ask("/mot-de-passe-oublie", { form: { email } });
  const reset = (await mails()).filter(({ recipients }) => recipients.includes(email)).at(-1);
  const link = { intent: "reset", token: tokenIn(reset) };
  const chosen = { password: PASSWORD, confirmPassword: PASSWORD };
  expect((await ask("/connexion", { form: { ...link, ...chosen } })).location).toBe("/connexion");
  const opened = await token(email, PASSWORD);
  expect(JSON.parse(opened.text).user).toMatchObject({
    ...{ email, first_name: "", last_name: "", phone: null, is_client: true, is_pro: false },
  });
  expect((await token(email, json.password)).status).toBe(401);
  const { db } = site.ctx;
  const [user] = await db.select().from(users).where(eq(users.email, email));
  const owned = eq(professionalProfiles.userId, String(user?.id));
  expect(await db.select().from(professionalProfiles).where(owned)).toEqual([]);
  expect((await ask("/praticiens")).text).not.toContain("Cabinet Intrus");
  // Her first login asks for her names.
  const login = { intent: "log-in", email, password: PASSWORD };
  expect((await ask("/connexion", { form: login })).location).toMatch(/^\/bienvenue/);
});

test("her sign-up, crowded out by his", async () => {
  const email = newEmail();
  const mails = await openReadableMailbox();
  const json = { email, password: "mot-d-armand", data: intruder, professional_info: business };
  const crowd = async () => {
    for (let time = 0; time < 6; time += 1) await ask("/api/v1/auth/signup", { json });
    for (let time = 0; time < 6; time += 1) await ask("/mot-de-passe-oublie", { form: { email } });
  };
  await crowd();
  const hers = { email, password: PASSWORD, firstName: "Victoire", lastName: "Roy", phone: "" };
  expect((await ask("/inscription", { form: hers })).text).toContain(
    "Un e-mail de confirmation a été envoyé",
  );
  const own = (await mails()).filter(({ recipients }) => recipients.includes(email)).at(-1);
  await crowd();
  const asked = await ask("/mot-de-passe-oublie", { form: { email } });
  expect(asked.text).toContain("Celui du dernier e-mail reste valable une heure");
  const hersAlone = (await mails()).filter(({ recipients }) => recipients.includes(email));
  expect(hersAlone.length).toBeLessThanOrEqual(22);
  const link = hersAlone.findLast(({ text }) => text?.includes("/connexion?jeton="));
  const reset = await ask(String(/\/connexion\?jeton=\S+/.exec(link?.text ?? "")?.[0]));
  expect(reset.status).toBe(200);
  const form = { intent: "confirm", token: tokenIn(own), password: PASSWORD };
  expect((await ask("/confirmation", { form })).location).toBe("/profil");
  expect(JSON.parse((await token(email, PASSWORD)).text).user).toMatchObject({
    ...{ first_name: "Victoire", is_client: true, is_pro: false },
  });
});

test("an e-mail that is changed", async () => {
  const { cookie, email, userId } = cast.stranger;
  const other = newEmail();
  const names = { firstName: "Claire", lastName: "Martin", phone: "" };
  const extra = { email: other, newEmail: other, email_change: other };
  await ask("/profil", { cookie, form: { intent: "update-profile", ...names, ...extra } });
  await ask("/editer-profil", { cookie, form: { ...names, ...extra } });
  for (const method of ["PATCH", "PUT"]) {
    await fetch(`${site.origin}/api/v1/profile`, {
      method,
      headers: { cookie, origin: site.origin, "content-type": "application/json" },
      body: JSON.stringify({ first_name: "Claire", ...extra }),
    });
  }
  const { db } = site.ctx;
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, userId));
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  expect([profile?.email, user?.email]).toEqual([email, email]);
  expect(await db.select().from(users).where(eq(users.email, other))).toEqual([]);
});

test("an address that nobody verified", async () => {
  const email = newEmail();
  const data = { first_name: "Armand", last_name: "Intrus", is_client: true, is_pro: true };
  const json = { email, password: "mot-d-armand", data, email_confirm: true, email_verified: true };
  await ask("/api/v1/auth/signup", { json });
  expect((await token(email, "mot-d-armand")).status).toBe(403);
  expect(await site.ctx.db.select().from(users).where(eq(users.email, email))).toEqual([]);
  // The library's own sign-up, callbacks and changes of e-mail are not mounted.
  for (const call of ["sign-up/email", "sign-in/social", "callback/google", "change-email"]) {
    expect((await ask(`/api/auth/${call}`, { json })).status).toBe(404);
  }
});

/** Every road that a stranger can name an address on. */
const ROADS: Record<string, (email: string) => ReturnType<typeof ask>> = {
  "the form of login": (email) =>
    ask("/connexion", { form: { intent: "log-in", email, password: "pas-le-bon" } }),
  "a program's login": (email) => token(email, "pas-le-bon"),
  "the form of sign-up": (email) =>
    ask("/inscription", {
      form: { email, password: "parenthese", firstName: "Julie", lastName: "Martin", phone: "" },
    }),
  "a program's sign-up": (email) =>
    ask("/api/v1/auth/signup", {
      json: {
        ...{ email, password: "parenthese" },
        data: { first_name: "Julie", last_name: "Martin", is_client: true, is_pro: false },
      },
    }),
  "the form of reset": (email) => ask("/mot-de-passe-oublie", { form: { email } }),
  "a program's reset": (email) => ask("/api/v1/auth/recover", { json: { email } }),
  "another confirmation": (email) => ask("/connexion", { form: { intent: "resend", email } }),
  "a guest's booking": async (email) => {
    const { activityId, activitySlotId } = offer;
    const form = {
      intent: "book",
      slotId: activitySlotId,
      [`price-${activitySlotId}`]: "3500",
      email,
    };
    return ask(`/activites/${activityId}`, { form });
  },
  "a program's guest booking": async (email) => {
    const { sessionId, slotId } = offer;
    const json = { sessionId, slotId, amount: 4_000, email };
    return ask("/api/v1/functions/create-guest-session-payment", { json });
  },
  "a guest's free booking": (email) => {
    const { activityId, activitySlotId } = freeOffer;
    const form = {
      intent: "book",
      slotId: activitySlotId,
      [`price-${activitySlotId}`]: "0",
      email,
    };
    return ask(`/activites/${activityId}`, { form });
  },
  "the link to a payment begun elsewhere": (email) =>
    ask(`/reprendre?activity=${offer.activityId}`, { form: { email } }),
  "a guest's free plan": (email) =>
    ask("/api/v1/functions/create-guest-subscription-checkout", {
      json: { planType: "free", email },
    }),
  "a guest's plan": (email) =>
    ask("/api/v1/functions/create-guest-subscription-checkout", {
      json: { planType: "premium", email },
    }),
};

async function makeOffers(): Promise<void> {
  offer = await site.makeOffer(cast);
  const professional = { id: String(cast.owner.professionalId) };
  const activity = await makeActivity(site.ctx.db, { professional, priceCents: 0 });
  const { id: activitySlotId } = await makeActivitySlot(site.ctx.db, {
    activity,
    isParallel: true,
  });
  freeOffer = { activityId: activity.id, activitySlotId };
}

/** The parts of an answer that differ between requests, whoever they are about. */
function withoutChance(text: string, email: string): string {
  return text
    .replaceAll(email, "E-MAIL")
    .replaceAll(encodeURIComponent(email), "E-MAIL")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "ID")
    .replace(/(cs|pi|cus|prod|price)_[\w-]+/g, "ID")
    .replace(/nonce(-|=")[\w+/=-]+/g, "NONCE")
    .replace(/\d{13}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME");
}

async function makeKnown(count: number, cost = CHEAP): Promise<string[]> {
  const { db } = site.ctx;
  const password = hashNow(PASSWORD, cost);
  const known = [];
  for (let index = 0; index < count; index += 1) {
    const { id: userId, email } = await makeUser(db, { email: newEmail() });
    await db
      .insert(credentials)
      .values({ id: newId(), userId, accountId: userId, providerId: "credential", password });
    known.push(email);
  }
  return known;
}

test.for(Object.entries(ROADS))("enumeration by text and status: %s", async ([, road]) => {
  await makeOffers();
  const [known = ""] = await makeKnown(1);
  const told = [];
  for (const email of [known, newEmail()]) {
    const { status, location, setCookie, text } = await road(email);
    told.push({
      status,
      location: location && withoutChance(location, email),
      cookies: setCookie.map((cookie) => cookie.replace(/=[^;]*/, "")),
      text: withoutChance(text, email),
    });
  }
  expect(told[0]?.status).toBeLessThan(500);
  expect(told[0]).toEqual(told[1]);
});

/**
 * People with a relation to a slot, and the traces of it that a stranger who types their address
 * may see.
 */
const OF_SLOT = [
  "a guest's booking",
  "a program's guest booking",
  "a guest's free booking",
  "the link to a payment begun elsewhere",
];

test.for(OF_SLOT)("enumeration by a slot: %s", async (name) => {
  await makeOffers();
  const road = ROADS[name] as (typeof ROADS)[string];
  const [booker = ""] = await makeKnown(1);
  const { db } = site.ctx;
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, booker));
  const ctx = { ...site.ctx, actor: await actorOf(db, String(profile?.id)), address: newId() };
  const { activityId, activitySlotId } = freeOffer;
  await bookSlot(ctx, { activityId, slotId: activitySlotId });
  await bookSlot(ctx, { sessionId: offer.sessionId, slotId: offer.slotId });
  await bookSlot(ctx, { activityId: offer.activityId, slotId: offer.activitySlotId });
  const told = [];
  for (const email of [newEmail(), booker, cast.owner.email]) {
    const { status, location, setCookie, text } = await road(email);
    told.push({
      status,
      location: location && withoutChance(location, email),
      cookies: setCookie.map((cookie) => cookie.replace(/=[^;]*/, "")),
      text: withoutChance(text, email),
    });
  }
  expect(told[0]?.status).toBeLessThan(400);
  expect(told[1]).toEqual(told[0]);
  expect(told[2]).toEqual(told[0]);
});

const SAMPLES = size(3, 15);
/** Those whose time was said to be alike; a program's go the same way. */
const TIMED = [
  "a program's login",
  "the form of sign-up",
  "the form of reset",
  "a guest's booking",
  "a guest's free booking",
  "a guest's free plan",
];

/** How long a known and an unknown address take, asked by turns. */
async function timesOf(name: string): Promise<{ known: number[]; unknown: number[] }> {
  const road = ROADS[name] as (typeof ROADS)[string];
  const known: number[] = [];
  const unknown: number[] = [];
  for (const email of await makeKnown(SAMPLES, COST)) {
    for (const [times, address] of [
      [known, email],
      [unknown, newEmail()],
    ] as const) {
      if (name.includes("booking")) await makeOffers();
      const started = performance.now();
      await road(address);
      times.push(performance.now() - started);
    }
  }
  return { known, unknown };
}

test.for(TIMED)("enumeration by time: %s", async (name) => {
  const { ctx } = site;
  const cheap = ctx.passwords;
  // At the site's own cost, by which an answer would tell what was hashed for it.
  ctx.passwords = createPasswords(UNHURRIED);
  onTestFinished(async () => {
    await ctx.passwords.close();
    ctx.passwords = cheap;
  });
  await makeOffers();
  await ROADS[name]?.(newEmail());
  const ratios: number[] = [];
  let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // Other work on the machine only adds time, and not to every answer, so the fastest are compared.
  while (ratios.length < 6) {
    const times = await timesOf(name);
    known = Math.min(known, ...times.known);
    unknown = Math.min(unknown, ...times.unknown);
    const ratio = known / unknown;
    ratios.push(ratio);
    if (ratio > 0.6 && ratio < 1.7) break;
  }
  expect(ratios.at(-1), String(ratios)).toBeGreaterThan(0.6);
  expect(ratios.at(-1), String(ratios)).toBeLessThan(1.7);
});

test("locking somebody out", async () => {
  const [email = ""] = await makeKnown(1);
  const inside = await ask("/connexion", { form: { intent: "log-in", email, password: PASSWORD } });
  const cookie = cookieOf(inside.setCookie);
  const { db } = site.ctx;
  const guess = () => token(email, "pas-le-bon");
  for (let round = 0; round < 10; round += 1) await guess();
  const key = `login-account:${hashSecret(email)}`;
  const openingHour = async () => {
    const [counter] = await db.select().from(rateLimits).where(eq(rateLimits.key, key));
    return Number(counter?.expire);
  };
  const until = await openingHour();
  expect(until).toBeGreaterThan(Date.now());
  expect(until).toBeLessThanOrEqual(Date.now() + 15 * 60_000);
  // Guesses that are refused do not put off the hour at which the account opens.
  for (let round = 0; round < 5; round += 1) expect((await guess()).status).toBe(429);
  expect(await openingHour()).toBe(until);
  expect((await token(email, PASSWORD)).status).toBe(429);
  expect((await ask("/profil", { cookie })).status).toBe(200);
  await db
    .update(rateLimits)
    .set({ expire: Date.now() - 1 })
    .where(eq(rateLimits.key, key));
  expect((await token(email, PASSWORD)).status).toBe(200);
});

test("fixation", async () => {
  const [email = ""] = await makeKnown(1);
  const planted = cast.rival.cookie;
  for (const cookie of [
    planted,
    "parenthese.login=choisi",
    `${planted}; parenthese.login=choisi`,
  ]) {
    const form = { intent: "log-in", email, password: PASSWORD };
    const { setCookie } = await ask("/connexion", { cookie, form });
    const own = setCookie.find((value) => value.startsWith("parenthese.login=")) ?? "";
    expect(own).not.toContain("choisi");
    expect(cookieOf([own])).not.toBe(planted);
    expect((await ask("/profil", { cookie: cookieOf([own]) })).text).toContain(email);
  }
  const { text } = await ask("/profil", { cookie: planted });
  expect(text).toContain(cast.rival.email);
  expect(text).not.toContain(email);
  for (const query of ["?parenthese.login=choisi", "?session=choisi", ";parenthese.login=choisi"]) {
    expect((await ask(`/connexion${query}`)).setCookie).toEqual([]);
  }
});

test("parallel use of a reset", async () => {
  const [email = ""] = await makeKnown(1);
  await ask("/mot-de-passe-oublie", { form: { email } });
  const [mail] = await site.ctx.db.select().from(mails).where(eq(mails.toAddress, email));
  const link = mail?.secrets as { token: string };
  const tries = Array.from({ length: 5 }, (_, number) =>
    resetPassword(site.ctx, { ...link, password: `nouveau-mot-${number}` }).then(
      () => number,
      ({ code }) => code,
    ),
  );
  const ended = await Promise.all(tries);
  const [winner, ...others] = ended.filter((one) => typeof one === "number");
  expect(others).toEqual([]);
  expect(ended.filter((one) => one === "invalid_token")).toHaveLength(4);
  for (let number = 0; number < 5; number += 1) {
    const { status } = await token(email, `nouveau-mot-${number}`);
    expect(status, String(number)).toBe(number === winner ? 200 : 401);
  }
});

/** An address for each route, about what the cast has. */
function addressOf(path: string): string {
  const named: Record<string, string> = {
    ...{ sessionId: offer.sessionId, activityId: offer.activityId, bookingId: offer.bookingId },
    professionalId: String(cast.owner.professionalId),
    ...{ activity: "yoga", city: "lyon", mailId: newId(), place: "0", token: newId() },
    checkout: `free_${offer.bookingId}`,
  };
  return path.replace(/:(\w+)\??/g, (_, name) => named[name] ?? "x").replace("*", "nulle-part");
}

const PAGES = Object.values(routes)
  .filter(({ id }) => id !== "root")
  .map(({ path = "" }) => `/${path}`);

test.for(PAGES)("a temporary password on any address: %s", async (path) => {
  const { cookie, email } = cast.temporary;
  const visitor = await ask(addressOf(path));
  const answer = await ask(addressOf(path), { cookie });
  if (path === "/changer-mot-de-passe") return expect(answer.text).toContain(email);
  expect(answer.text).not.toContain(email);
  const isLed = answer.location === "/changer-mot-de-passe";
  expect(isLed || answer.status === visitor.status, `${answer.status} ${answer.location}`).toBe(
    true,
  );
  // A visitor who has to log in there has to change the password first.
  if (visitor.location?.startsWith("/connexion"))
    expect(answer.location).toBe("/changer-mot-de-passe");
});

const CLOSED = FORM_PATTERNS.filter((path) => !pageOf(path).isOpenToTemporaryPassword);

test.for(CLOSED)("a temporary password on any address: the form of %s", async (path) => {
  const { cookie, email } = cast.temporary;
  const form = { intent: "update-profile", firstName: "Changé", lastName: "Changé", phone: "" };
  const answer = await ask(addressOf(path + (FORMS[path]?.query ?? "")), { cookie, form });
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toContain(email);
  const { db } = site.ctx;
  const [profile] = await db.select().from(profiles).where(eq(profiles.email, email));
  expect(profile?.firstName).not.toBe("Changé");
});

const RESULTS = [
  "/payment-success",
  "/guest-payment-success",
  "/professionnel-success",
  "/professionnel/success",
  "/guest-subscription-success",
];

test("another's session_id", async () => {
  const { db } = site.ctx;
  const bought = await site.makeOffer(cast);
  const victim = newEmail();
  const json = { sessionId: bought.sessionId, slotId: bought.slotId, amount: 4_000, email: victim };
  await ask("/api/v1/functions/create-guest-session-payment", { json });
  const [payment] = await db.select().from(payments).where(eq(payments.payerEmail, victim));
  const checkout = String(payment?.checkoutSessionId);
  await site.simulator.pay(checkout);
  const plan = await ask("/api/v1/functions/create-checkout", {
    cookie: cast.rival.cookie,
    json: { planType: "premium_monthly" },
  });
  const subscription = /cs_[\w-]+/.exec(plan.text)?.[0] ?? "none";
  expect(subscription).not.toBe("none");
  // The buyer can see these words, so their absence elsewhere means something.
  const own = await ask(`/payment-success?session_id=free_${bought.bookingId}`, {
    cookie: cast.client.cookie,
    form: {},
  });
  expect(own.text).toContain("Séance");
  const state = async () => [
    await db.select().from(bookings).where(eq(bookings.id, bought.bookingId)),
    await db.select({ id: users.id }).from(users).where(eq(users.email, cast.client.email)),
    await db.$count(logins),
  ];
  const before = await state();
  for (const id of [`free_${bought.bookingId}`, checkout, subscription]) {
    for (const page of RESULTS) {
      for (const cookie of ["", cast.stranger.cookie, cast.unpaid.cookie]) {
        const query = `session_id=${id}&plan=premium&email=${encodeURIComponent(newEmail())}`;
        const answer = await ask(`${page}?${query}`, { cookie, form: {} });
        const what = `${page} ${id} ${cookie ? "signed in" : "visitor"}`;
        expect(answer.status, what).toBeLessThan(500);
        for (const secret of [victim, cast.client.email, cast.rival.email, bought.bookingId]) {
          if (!id.includes(secret)) expect(answer.text, what).not.toContain(secret);
        }
        expect(answer.text, what).not.toMatch(/Séance \d|agenda\.ics/);
        // One's own login may be renewed; no other opens.
        const opened = answer.setCookie.filter((value) => value.includes("parenthese.login"));
        expect(cookieOf(opened), what).toBe(opened.length > 0 ? cookie : "");
      }
    }
  }
  expect(await state()).toEqual(before);
});
