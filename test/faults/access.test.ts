import fs from "node:fs";
import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/api.ts";
import { resolveActor } from "#core/accounts/logins/log-in.server.ts";
import type { Operator } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import { isAppError } from "#core/errors.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import {
  bookings,
  calendars,
  payments,
  professionalProfiles,
  profiles,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { readLogin } from "#site/login-cookie.server.ts";
import { NOW } from "#test/make/context.ts";
import { makeCalendar, makeGap } from "#test/make/diary.ts";
import { fileOf, jpeg, makePicture } from "#test/make/pictures.ts";
import { makeDevice } from "#test/make/push-devices.ts";
import { TABLE, WITHOUT_ROW } from "./access-table.ts";
import { CALLERS, type Caller, type Cast, type Member, openToken, PASSWORD } from "./callers.ts";
import { operationsOf } from "./operations.ts";
import { type Offer, openSiteUnderTest, type SiteUnderTest } from "./site-under-test.ts";
import { newEmail, USE_CASES } from "./use-cases.ts";

const SHORT: Record<string, string> = {
  unauthenticated: "401",
  forbidden: "403",
  not_found: "404",
  conflict: "409",
  password_change_required: "pw",
  payments_required: "pay",
  quota_reached: "quota",
  own_session: "own",
  already_booked: "twice",

  invalid_credentials: "401",
  invalid_token: "link",
  invalid_input: "400",
};

interface Scene {
  caller: Member | null;
  cast: Cast;
  offer: Offer;
}
const offering = {
  title: "Yoga du soir",
  description: "Une heure pour souffler.",
  price: 24,
  duration: 60,
  capacity: 8,
  city: "Lyon",
  date: "2026-11-27",
  start_time: "18:30",
};
const ownId = ({ caller, cast }: Scene) => ({ user_id: (caller ?? cast.owner).userId });
const business = { business_name: "Cabinet", business_description: "Un lieu calme pour souffler." };
const checkout = { sessionId: "free_01a1f947-4d38-7636-b4fb-c69194333b29" };
const payment = ({ offer: { slotId, sessionId } }: Scene) => ({ slotId, sessionId, amount: 4_000 });
const activityPayment = ({ offer: { activitySlotId: slotId, activityId } }: Scene) => ({
  ...{ slotId, activityId },
  amount: 3_500,
});

/** The body of each call that has one, valid for the owner. */
const BODIES: Record<string, (scene: Scene) => object> = {
  "POST /auth/signup": () => ({
    email: newEmail(),
    password: "parenthese",
    data: { first_name: "Julie", last_name: "Martin", is_client: true, is_pro: false },
  }),
  "POST /auth/token": () => ({ email: newEmail(), password: "parenthese" }),
  "POST /auth/resend": () => ({ id: "01a1f947-4d38-7636-b4fb-c69194333b29", email: newEmail() }),
  "POST /auth/password": () => ({ current_password: "pas-le-bon", password: "un-autre-mot" }),
  "POST /auth/recover": () => ({ email: newEmail() }),
  "PATCH /profile": () => ({ first_name: "Julie" }),
  "POST /professional-profile": () => business,
  "PATCH /professional-profile": () => business,
  "POST /sessions": () => ({ ...offering, session_type: "group", category: "Yoga" }),
  "PATCH /sessions/{id}": () => ({ title: "Yoga du matin" }),
  "POST /activities": () => ({ ...offering, category: "Atelier" }),
  "PATCH /activities/{id}": () => ({ title: "Atelier du matin" }),
  "POST /slots": ({ offer }) => ({
    ...{ offering_id: offer.sessionId, start_datetime: "2026-11-27T18:30" },
  }),
  "PATCH /slots/{id}": () => ({ start_datetime: "2026-11-27T18:30" }),
  "POST /bookings/{id}/cancel": () => ({}),
  "POST /slots/{id}/outside-clients": () => ({ name: "Paul", seats: 1 }),
  "PATCH /slots/{id}/outside-clients/{client_id}": () => ({ is_told: true }),
  "PUT /schedules/{id}": () => ({ rules: [] }),
  "POST /schedules/{id}/preview": () => ({ rules: [] }),
  "POST /slots/{id}/schedule": () => ({ scope: "all" }),
  "POST /absences": () => ({ from: "2026-12-20", to: "2026-12-28", title: "Vacances" }),
  "POST /absences/preview": () => ({ from: "2026-12-20", to: "2026-12-28" }),
  "POST /drafts/{id}": () => ({ kind: "session", fields: { title: "Yoga" } }),
  "POST /slots/{id}/messages": () => ({ text: "À tout à l'heure." }),
  "POST /slots/{id}/presence": () => ({ code: "4829" }),
  "POST /boosts": ({ offer }) => ({ session_id: offer.sessionId, day: "2026-11-27" }),
  "POST /agenda/cancellations": ({ offer }) => ({
    ...{ slot_ids: [offer.slotId], word: "Pardon" },
    ...{ from: "2026-12-20T08:00", to: "2026-12-28T00:00" },
  }),
  "POST /slots/{id}/proposal": () => ({ start_datetime: "2026-11-27T18:30" }),
  "POST /bookings/{id}/proposal": () => ({ answer: "accepted" }),
  "POST /calendars": () => ({ url: `https://agenda.example.fr/${newId()}.ics` }),
  "POST /gaps/{id}/publish": () => ({ price: 40 }),
  "POST /bookings/{id}/presence": () => ({ status: "present" }),
  "POST /bookings/{id}/presence/contest": () => ({ word: "not_held" }),
  "POST /bookings/{id}/review": () => ({ rating: 5 }),
  // The slot that it is in.
  "POST /bookings/{id}/move": ({ offer }) => ({ slot_id: offer.slotId }),
  "PUT /reviews/{id}/reply": () => ({ text: "Merci." }),
  "POST /reports": ({ offer }) => ({
    ...{ review: offer.sessionId },
    reason: "untrue",
    text: "Non.",
  }),
  "POST /bookings/{id}/messages": () => ({ text: "À tout à l'heure." }),
  "POST /waiting-list": ({ offer }) => ({ slot_id: offer.slotId }),
  "POST /push-subscriptions": () => makeDevice().subscription,
  "POST /alerts": () => ({ q: "reiki" }),
  "PUT /alerts/{id}": () => ({ q: "reiki" }),
  "PATCH /alerts/{id}": () => ({ is_paused: true }),
  "POST /favorites": ({ offer }) => ({ session_id: offer.sessionId }),
  "POST /functions/create-session-payment": payment,
  "POST /functions/create-guest-session-payment": (s) => ({ ...payment(s), email: newEmail() }),
  "POST /functions/create-activity-payment": activityPayment,
  "POST /functions/create-guest-activity-payment": (s) => ({
    ...activityPayment(s),
    email: newEmail(),
  }),
  "POST /functions/verify-payment": ({ offer }) => ({ sessionId: `free_${offer.bookingId}` }),
  "POST /functions/verify-guest-payment": () => checkout,
  "POST /functions/send-contact-email": () => ({
    ...{ name: "Julie", email: newEmail(), subject: "paiement", message: "Bonjour à vous tous." },
  }),
  "POST /functions/check-subscription": (scene) => ({ userId: ownId(scene).user_id }),
  "POST /functions/create-subscription-checkout": () => ({ planType: "premium" }),
  "POST /functions/create-guest-subscription-checkout": () => ({
    ...{ planType: "premium", email: newEmail() },
  }),
  "POST /functions/create-checkout": () => ({ planType: "premium_monthly" }),
  "POST /functions/verify-subscription-payment": () => checkout,
  "POST /functions/verify-guest-subscription-payment": () => ({
    ...{ sessionId: null, planType: "free", email: newEmail() },
  }),
  "POST /functions/create-connected-account": () => ({
    ...{ businessName: "Cabinet", businessType: "individual", country: "FR" },
    vatStatus: "exempt",
  }),
  "POST /functions/finalize-professional-profile": (scene) => ({
    userId: ownId(scene).user_id,
    businessData: { businessName: "Cabinet", businessDescription: "Un lieu calme pour souffler." },
    planType: "free",
  }),
  "POST /rpc/get_public_professional_profile": ({ cast }) => ({
    profile_id: cast.owner.professionalId,
  }),
  "POST /rpc/can_create_session": ownId,
  "POST /rpc/increment_session_count": ownId,
  "POST /rpc/decrement_session_count": ownId,
  "POST /rpc/request_account_deletion": () => ({ password: PASSWORD }),
};
const QUERIES: Record<string, string> = {
  "POST /auth/token": "?grant_type=password",
  "GET /reviews": "?professional=01a1f947-4d38-7636-b4fb-c69194333b29",
  "GET /suggestions": "?field=what&q=yoga",
  "GET /agenda/cancellations": "?from=2026-12-20T08:00&to=2026-12-28T00:00",
};

const { operations } = operationsOf(createApi());
const table = TABLE.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([useCase = "", name = "", ...cells]) => ({
    useCase,
    name,
    cells: cells.slice(0, CALLERS.length),
    operator: cells[CALLERS.length],
  }));
const rows = table.filter(({ name }) => / \//.test(name));

let site: SiteUnderTest;
/** People whom no call changes. */
let lasting: Cast;
beforeAll(async () => {
  site = await openSiteUnderTest();
  lasting = await site.makeCast();
});
afterAll(() => site.close());

let gapsMade = 0;

/** A calendar of the owner that is suddenly empty, or a gap of theirs, for a call about one. */
async function makeOwn(call: string, { owner }: Cast, { sessionId: offeringId }: Offer) {
  const { db } = site.ctx;
  const professionalId = String(owner.professionalId);
  if (call.startsWith("/calendars/{")) {
    return { calendars: await makeCalendar(db, { professionalId, lastError: "empty" }) };
  }
  if (!call.startsWith("/gaps/{")) return {};
  gapsMade += 1;
  const start = new Date(NOW.getTime() + (40 + 2 * gapsMade) * HOUR);
  return { gaps: await makeGap(db, { professionalId, offeringId, start }) };
}

interface Asking {
  cast: Cast;
  who: Caller;
  /** The owner's; a new one when left out. */
  offer?: Offer;
  by?: string;
  extra?: object;
}

/** The answer to somebody of the cast about an offer of its owner's. */
async function ask(
  name: string,
  { cast, who, by = "cookie", extra, ...given }: Asking,
): Promise<string> {
  const offer = given.offer ?? (await site.makeOffer(cast));
  const caller = who === "visitor" ? null : cast[who];
  const [method = "", call = ""] = name.split(" ");
  const { sessionId, activityId, bookingId, slotId } = offer;
  const named = {
    ...{ sessions: sessionId, activities: activityId, bookings: bookingId, slots: slotId },
    ...{ absences: sessionId, schedules: sessionId, reviews: sessionId },
    ...{ "push-subscriptions": sessionId },
    ...{ boosts: sessionId, alerts: sessionId, "waiting-list": sessionId, messages: bookingId },
    ...(await makeOwn(call, cast, offer)),
    drafts: sessionId,
  };
  const address = call
    .replace(/^\/([\w-]+)\/\{id\}/, (_, kind: keyof typeof named) => `/${kind}/${named[kind]}`)
    .replace("/auth/logins/{id}", `/auth/logins/${sessionId}`)
    .replace("{session_id}", sessionId)
    .replace("{client_id}", sessionId)
    .replace("{name}", offer.imageName);
  const body = BODIES[name]?.({ caller, cast, offer });
  const headers: Record<string, string> = { origin: site.origin };
  if (caller && by === "cookie") headers.cookie = caller.cookie;
  if (caller && by === "token") {
    headers.authorization = `Bearer ${await openToken(site.ctx, caller)}`;
  }
  if (body) headers["content-type"] = "application/json";
  const form = name === "POST /images" ? new FormData() : null;
  form?.set("bucket", "session-images");
  form?.set("file", fileOf(await jpeg(makePicture(8, 8))));
  const answer = await fetch(`${site.origin}/api/v1${address}${QUERIES[name] ?? ""}`, {
    method,
    headers,
    body: form ?? (body ? JSON.stringify({ ...body, ...extra }) : null),
  });
  const text = await answer.text();
  // A professional follows few of them.
  await site.ctx.db.delete(calendars);
  if (answer.ok) return "ok";
  const { code } = JSON.parse(text).error;
  return SHORT[code] ?? `${code} ${text}`;
}

test("every call of the document has its row", () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort());
});

/** The folders that lead people to the core; the worker and the mails act for nobody. */
const DOORS = { app: "app", api: "api", cli: "cli", server: "server" };

/** Which doors import each function of the core that is given a context, or the database. */
function importsOfDoors(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [door, place] of Object.entries(DOORS)) {
    const files = fs.statSync(place).isFile()
      ? [place]
      : // Pages behind the operators' door have a table of their own (operators.test.ts).
        fs
          .globSync(`${place}/**/*.{ts,tsx}`)
          .filter((file) => !/\.test\.|^app\/(routes|parts)\/operator\//.test(file));
    for (const file of files) {
      const imports = fs
        .readFileSync(file, "utf8")
        .matchAll(/import \{([^}]*)\} from "#(core\/[\w-]+\/[\w/-]+\.server\.ts)"/g);
      for (const [, names = "", source = ""] of imports) {
        const text = fs.readFileSync(source, "utf8");
        for (const name of names.split(",").map((name) => name.trim())) {
          const act = new RegExp(
            `const ${name} = defineJob|function\\*? ${name}\\b[^(]*\\(\\s*[^:]+: (Context|Runtime|Database)\\b`,
          );
          if (name && act.test(text)) found.set(name, (found.get(name) ?? new Set()).add(door));
        }
      }
    }
  }
  return found;
}

test("every use case that a door leads to has its row, and the row says by which", () => {
  const found = importsOfDoors();
  const named = new Set(table.map(({ useCase }) => useCase));
  expect([...found.keys()].filter((name) => !named.has(name) && !(name in WITHOUT_ROW))).toEqual(
    [],
  );
  expect([...named, ...Object.keys(WITHOUT_ROW)].filter((name) => !found.has(name))).toEqual([]);
  for (const { useCase, name, cells, operator } of table) {
    const doors = found.get(useCase) ?? new Set();
    const isCommand = name.startsWith("cli ");
    // « - » is kept by there being no door at all.
    expect([doors.has("cli"), doors.has("app") || doors.has("api")], name + useCase).toEqual(
      isCommand ? [true, false] : [false, true],
    );
    expect(operator === "-", useCase).toBe(!isCommand);
    expect(
      cells.every((cell) => cell === "-"),
      useCase,
    ).toBe(isCommand);
    if (name.includes(" /")) expect(doors, useCase).toContain("api");
  }
});

test.for(rows)("$name is for whom the table says", async ({ name, cells }) => {
  const isLook = name.startsWith("GET ");
  const cast = isLook ? lasting : await site.makeCast();
  let offer: Offer | undefined;
  const answers: [Caller, string][] = [];
  for (const who of CALLERS) {
    offer ??= await site.makeOffer(cast);
    const answer = await ask(name, { cast, who, offer });
    answers.push([who, answer]);
    // To look changes nothing, nor does what is refused.
    if (answer === "ok" && !isLook) offer = undefined;
  }
  expect(answers).toEqual(CALLERS.map((who, index) => [who, cells[index]]));
});

/** The answer of a use case to somebody of the cast, or to the operator, who has no login. */
async function call(
  useCase: string,
  { cast, offer }: { cast: Cast; offer: Offer },
  cookie: string | null,
  operator: Operator | null = null,
): Promise<string> {
  const { actor } = await resolveActor(site.ctx, {
    login: readLogin(cookie, site.ctx.config),
    authorization: null,
  });
  try {
    const answer = await USE_CASES[useCase]?.({ ...site.ctx, actor, operator }, { cast, offer });
    return answer === null ? "none" : "ok";
  } catch (error) {
    if (!isAppError(error)) throw error;
    return SHORT[error.code] ?? error.code;
  }
}

const itself = table.filter(({ name }) => name === "itself");
test.for(itself)("$useCase is for whom the table says", async ({ useCase, cells }) => {
  const cast = lasting;
  const scene = { cast, offer: await site.makeOffer(cast) };
  const answers: [Caller, string][] = [];
  for (const who of CALLERS) {
    answers.push([who, await call(useCase, scene, who === "visitor" ? null : cast[who].cookie)]);
  }
  expect(answers).toEqual(CALLERS.map((who, index) => [who, cells[index]]));
});

const commands = table.filter(({ name }) => name.startsWith("cli "));
test.for(commands)("$name is the operator's", async ({ useCase, operator }) => {
  const cast = await site.makeCast();
  const scene = { cast, offer: await site.makeOffer(cast) };
  expect(await call(useCase, scene, null, COMMAND_LINE)).toBe(operator);
});

test("a token opens what the cookie opens", async () => {
  const cast = await site.makeCast();
  const sample = ["GET /profile", "PATCH /sessions/{id}", "POST /favorites", "GET /earnings"];
  for (const name of sample) {
    const cells = rows.find((row) => row.name === name)?.cells;
    const answers = [];
    for (const who of CALLERS) answers.push(await ask(name, { cast, who, by: "token" }));
    expect(answers, name).toEqual(cells);
  }
});

/** Fields that only the site itself may write, under every name that a program could guess. */
const FORBIDDEN = {
  ...{ id: "01a1f947-4d38-7636-b4fb-c69194333b29", role: "admin", is_admin: true },
  ...{ is_verified: true, isVerified: true, rating: 5, total_reviews: 99, totalReviews: 99 },
  ...{ price_paid_cents: 1, pricePaidCents: 1, commission: 0, commission_cents: 0 },
  ...{ account_status: "active", can_create_activities: true, canCreateActivities: true },
  ...{ stripe_connect_account_id: "acct_x", charges_enabled: true, chargesEnabled: true },
  ...{ payment_status: "paid", status: "confirmed", session_count: 0, professional_id: "x" },
};

test.for(operations.filter(({ body }) => body))(
  "what only the site may write is refused or left aside by $name, whoever sends it",
  async ({ name }) => {
    const { db } = site.ctx;
    const cast = await site.makeCast();
    const before = await db.$count(bookings, eq(bookings.status, "confirmed"));
    for (const who of ["unpaid", "rival", "owner"] as const) {
      await ask(name, { cast, who, extra: FORBIDDEN });
    }
    // A new offer for each call brings a booking with it.
    const confirmed = await db.$count(bookings, eq(bookings.status, "confirmed"));
    expect(confirmed - before).toBe(3);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, cast.rival.userId));
    expect(profile).toMatchObject({ canCreateActivities: false, accountStatus: "active" });
    const writers = Object.values(cast).map(({ userId }) => userId);
    const businesses = await db
      .select()
      .from(professionalProfiles)
      .where(inArray(professionalProfiles.userId, writers));
    for (const { isVerified, rating, totalReviews, stripeConnectAccountId } of businesses) {
      expect([isVerified, Number(rating), totalReviews]).toEqual([false, 0, 0]);
      expect(stripeConnectAccountId).not.toBe("acct_x");
    }
    const held = await db.select().from(payments);
    expect(held.map(({ amountCents }) => amountCents).filter((cents) => cents < 3_500)).toEqual([]);
  },
);
