import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApi } from "#api/api.ts";
import { payments, professionalProfiles, profiles, sessionBookings } from "#core/tables.server.ts";
import { fileOf, jpeg, makePicture } from "#test/make/pictures.ts";
import { CALLERS, type Caller, type Cast, type Member } from "./cast.ts";
import { operationsOf } from "./operations.ts";
import { type Offer, openStage, type Stage } from "./stage.ts";

/*
 * Who may do what: one row per call of the API, one column per kind of caller (see cast.ts). What is
 * asked about belongs to the owner, and its booking to the client. The operator has no login:
 * their commands are no calls.
 *
 *   ok    allowed            401  not signed in        404  is not told that it exists
 *   pw    temporary password: nothing but its change    403  forbidden        409  not in this state
 *   pay   payments first     quota  no plan    own  one's own session    twice  booked already
 */
const TABLE = `
                                                   | visitor | client  | strangr | bare    | unpaid  | owner   | rival   | suspend | tempor.
POST /auth/signup                                  | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /auth/token                                   | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401     | 401
POST /auth/logout                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | ok
GET /auth/user                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /auth/recover                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
GET /profile                                       | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
PATCH /profile                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
GET /profile/export                                | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
GET /professional-profile                          | 401     | 404     | 404     | 404     | ok      | ok      | ok      | 401     | pw
POST /professional-profile                         | 401     | 403     | 403     | ok      | 409     | 409     | 409     | 401     | pw
PATCH /professional-profile                        | 401     | 404     | 404     | 404     | ok      | ok      | ok      | 401     | pw
GET /sessions                                      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /sessions                                     | 401     | 403     | 403     | 403     | pay     | ok      | quota   | 401     | pw
GET /sessions/{id}                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
PATCH /sessions/{id}                               | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
DELETE /sessions/{id}                              | 401     | 403     | 403     | 403     | 403     | 409     | 403     | 401     | pw
GET /activities                                    | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /activities                                   | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
GET /activities/{id}                               | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
PATCH /activities/{id}                             | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
DELETE /activities/{id}                            | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
GET /activity-types                                | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
GET /suggestions                                   | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
GET /professionals                                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
GET /bookings/sessions                             | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
GET /bookings/activities                           | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw
POST /bookings/{id}/cancel                         | 401     | ok      | 404     | 404     | 404     | ok      | 404     | 401     | pw
POST /slots/{id}/cancel                            | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
GET /earnings                                      | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw
GET /favorites                                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /favorites                                    | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
DELETE /favorites                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
DELETE /favorites/{session_id}                     | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /images                                       | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw
DELETE /images/{name}                              | 401     | 403     | 403     | 403     | 403     | ok      | 403     | 401     | pw
GET /subscription                                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /functions/create-session-payment             | 401     | twice   | ok      | ok      | ok      | own     | ok      | 401     | pw
POST /functions/create-guest-session-payment       | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/create-activity-payment            | 401     | ok      | ok      | ok      | ok      | own     | ok      | 401     | pw
POST /functions/create-guest-activity-payment      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/verify-payment                     | 401     | ok      | 404     | 404     | 404     | 404     | 404     | 401     | pw
POST /functions/verify-guest-payment               | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/send-contact-email                 | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/check-subscription                 | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /functions/customer-portal                    | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /functions/create-subscription-checkout       | 401     | ok      | ok      | ok      | ok      | 409     | ok      | 401     | pw
POST /functions/create-guest-subscription-checkout | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/create-checkout                    | 401     | ok      | ok      | ok      | ok      | 409     | ok      | 401     | pw
POST /functions/verify-subscription-payment        | 401     | 404     | 404     | 404     | 404     | 404     | 404     | 401     | pw
POST /functions/verify-guest-subscription-payment  | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /functions/create-connected-account           | 401     | 403     | 403     | 403     | ok      | ok      | ok      | 401     | pw
POST /functions/finalize-professional-profile      | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /rpc/get_public_professional_profile          | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok      | ok
POST /rpc/can_create_session                       | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /rpc/increment_session_count                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /rpc/decrement_session_count                  | 401     | ok      | ok      | ok      | ok      | ok      | ok      | 401     | pw
POST /rpc/request_account_deletion                 | 401     | 409     | ok      | ok      | ok      | 409     | ok      | 401     | pw
`;

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
  invalid_token: "401",
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
let letters = 0;
const newEmail = () => `acces-${++letters}@example.fr`;
const payment = ({ offer: { slotId, sessionId } }: Scene) => ({ slotId, sessionId, amount: 4_000 });
const activityPayment = ({ offer: { activitySlotId: slotId, activityId } }: Scene) => ({
  ...{ slotId, activityId },
  amount: 3_500,
});

/** What each call that has a body is sent: what would be right for the owner. */
const BODIES: Record<string, (scene: Scene) => object> = {
  "POST /auth/signup": () => ({
    email: newEmail(),
    password: "parenthese",
    data: { first_name: "Julie", last_name: "Martin", is_client: true, is_pro: false },
  }),
  "POST /auth/token": () => ({ email: newEmail(), password: "parenthese" }),
  "POST /auth/recover": () => ({ email: newEmail() }),
  "PATCH /profile": () => ({ first_name: "Julie" }),
  "POST /professional-profile": () => business,
  "PATCH /professional-profile": () => business,
  "POST /sessions": () => ({ ...offering, session_type: "group", category: "Yoga" }),
  "PATCH /sessions/{id}": () => ({ title: "Yoga du matin" }),
  "POST /activities": () => ({ ...offering, category: "Atelier" }),
  "PATCH /activities/{id}": () => ({ title: "Atelier du matin" }),
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
  "POST /rpc/request_account_deletion": () => ({}),
};
const QUERIES: Record<string, string> = {
  "POST /auth/token": "?grant_type=password",
  "GET /suggestions": "?field=what&q=yoga",
};

const { operations } = operationsOf(createApi());
const rows = TABLE.replace(/^\n|\n$/g, "")
  .split("\n")
  .slice(1)
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([name = "", ...cells]) => ({ name, cells }));

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

/** What somebody of the cast is answered about a new offer of its owner's. */
async function ask(
  name: string,
  { cast, who, by = "cookie", extra }: { cast: Cast; who: Caller; by?: string; extra?: object },
): Promise<string> {
  const offer = await stage.makeOffer(cast);
  const caller = who === "visitor" ? null : cast[who];
  const [method = "", call = ""] = name.split(" ");
  const { sessionId, activityId, bookingId, slotId } = offer;
  const named = { sessions: sessionId, activities: activityId, bookings: bookingId, slots: slotId };
  const address = call
    .replace(/^\/(\w+)\/\{id\}/, (_, kind: keyof typeof named) => `/${kind}/${named[kind]}`)
    .replace("{session_id}", sessionId)
    .replace("{name}", offer.imageName);
  const body = BODIES[name]?.({ caller, cast, offer });
  const headers: Record<string, string> = { origin: stage.origin };
  if (caller && by === "cookie") headers.cookie = caller.cookie;
  if (caller && by === "token") headers.authorization = `Bearer ${caller.token}`;
  if (body) headers["content-type"] = "application/json";
  const form = name === "POST /images" ? new FormData() : null;
  form?.set("bucket", "session-images");
  form?.set("file", fileOf(await jpeg(makePicture(8, 8))));
  const answer = await fetch(`${stage.origin}/api/v1${address}${QUERIES[name] ?? ""}`, {
    method,
    headers,
    body: form ?? (body ? JSON.stringify({ ...body, ...extra }) : null),
  });
  const text = await answer.text();
  if (answer.ok) return "ok";
  const { code } = JSON.parse(text).error;
  return SHORT[code] ?? `${code} ${text}`;
}

test("every call of the document has its row", () => {
  expect(rows.map(({ name }) => name).sort()).toEqual(operations.map(({ name }) => name).sort());
});

test.for(rows)("$name is for whom the table says", async ({ name, cells }) => {
  const cast = await stage.makeCast();
  const answers: [Caller, string][] = [];
  for (const who of CALLERS) answers.push([who, await ask(name, { cast, who })]);
  expect(answers).toEqual(CALLERS.map((who, index) => [who, cells[index]]));
});

test("a token opens what the cookie opens", async () => {
  const cast = await stage.makeCast();
  const sample = ["GET /profile", "PATCH /sessions/{id}", "POST /favorites", "GET /earnings"];
  for (const name of sample) {
    const cells = rows.find((row) => row.name === name)?.cells;
    const answers = [];
    for (const who of CALLERS) answers.push(await ask(name, { cast, who, by: "token" }));
    expect(answers, name).toEqual(cells);
  }
});

/** What only the site itself may write, under all names that a program could guess. */
const FORBIDDEN = {
  ...{ id: "01a1f947-4d38-7636-b4fb-c69194333b29", role: "admin", is_admin: true },
  ...{ is_verified: true, isVerified: true, rating: 5, total_reviews: 99, totalReviews: 99 },
  ...{ price_paid_cents: 1, pricePaidCents: 1, commission: 0, commission_cents: 0 },
  ...{ account_status: "active", can_create_activities: true, canCreateActivities: true },
  ...{ stripe_connect_account_id: "acct_x", charges_enabled: true, chargesEnabled: true },
  ...{ payment_status: "paid", status: "confirmed", session_count: 0, professional_id: "x" },
};

test("what only the site may write is refused or left aside, whoever sends it", async () => {
  const { db } = stage.ctx;
  for (const { name } of operations.filter(({ body }) => body)) {
    const cast = await stage.makeCast();
    const paid = {
      before: await db.$count(sessionBookings, eq(sessionBookings.status, "confirmed")),
    };
    for (const who of ["unpaid", "rival", "owner"] as const) {
      await ask(name, { cast, who, extra: FORBIDDEN });
    }
    // A new offer for each call brings a booking with it.
    const confirmed = await db.$count(sessionBookings, eq(sessionBookings.status, "confirmed"));
    expect(confirmed - paid.before, name).toBe(3);
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, cast.rival.userId));
    expect(profile, name).toMatchObject({ canCreateActivities: false, accountStatus: "active" });
  }
  const businesses = await db.select().from(professionalProfiles);
  for (const { isVerified, rating, totalReviews, stripeConnectAccountId } of businesses) {
    expect([isVerified, Number(rating), totalReviews]).toEqual([false, 0, 0]);
    expect(stripeConnectAccountId).not.toBe("acct_x");
  }
  const held = await db.select().from(payments);
  expect(held.map(({ amountCents }) => amountCents).filter((cents) => cents < 3_500)).toEqual([]);
});
