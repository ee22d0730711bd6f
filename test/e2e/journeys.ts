import { randomInt } from "node:crypto";
import {
  type APIRequestContext,
  type Browser,
  request as newRequest,
  type Page,
} from "@playwright/test";
import { DEMO_OPERATORS, DEMO_PASSWORD } from "#core/operators/demo/rules.ts";
import { DEMO_WITHOUT_CODE } from "#core/operators/rules.ts";
import { SAM } from "#db/demo/accounts.ts";
import { END_OF_FIXED_IDS } from "#db/demo/seeded-random.ts";
import { totpCode } from "#platform/totp.server.ts";
import { type DemoMail, expect, newEmail } from "./fixtures.ts";

/** An operator with all roles. */
export const NADIA = "nadia@operateur.example";

/** Stripe's test cards, as its page takes them (https://docs.stripe.com/testing). */
export const CARDS = {
  works: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  secure: "4000 0027 6000 3184",
  disputed: "4000 0000 0000 0259",
  refundFails: "4000 0000 0000 5126",
} as const;

export interface ApiSession {
  id: string;
  title: string;
  price: number;
  discounted_price: number | null;
  professional: { business_name: string };
  slots: {
    id: string;
    start_datetime: string;
    available_spots: number;
    closed: string | null;
  }[];
}

/** The addresses of professionals who also buy in these tests: nobody books their own session. */
const OWN = [SAM.business];

/** The slots to come of an agenda that are the demo's own. */
export const DEMO_SLOTS = '.ag-day li:not(.ag-past) > a[href*="creneau=019a0000-"]';

/**
 * Hours at which nobody of the demo works, one for each test that publishes for Inès without letting
 * it run beside others: a form asks first where it touches another slot of hers. None lies between two
 * and three, which the clocks skip once a year.
 */
export const NIGHTS = {
  weeklyActivity: "00:30",
  scriptlessSession: "01:00",
  scriptlessActivityOff: "01:45",
  weeklySession: "03:05",
  scriptlessActivity: "04:30",
  analytics: "04:45",
  activityOff: "05:00",
  slot: "05:15",
  session: "05:45",
};

/** Whether the demo made it: what tests publish, others may see come and go. */
export const isOfDemo = ({ id }: { id: string }) => id < END_OF_FIXED_IDS;

/** Whether it begins so late that it is still to come when the last test ends. */
export const lasts = (start: string | undefined) =>
  Date.parse(start ?? "") > Date.parse(process.env.E2E_SOON ?? "");

/** Bookable sessions of the demo that cost something. */
export async function listPaid(request: APIRequestContext, query: string): Promise<ApiSession[]> {
  const answer = await request.get(`/api/v1/sessions?${query}&sort=date&limit=100`);
  const { data }: { data: ApiSession[] } = await answer.json();
  return data.filter(
    ({ id, slots, professional }) =>
      isOfDemo({ id }) &&
      lasts(slots[0]?.start_datetime) &&
      slots.every((slot) => slot.closed === null) &&
      slots.some((slot) => slot.available_spots > 1) &&
      !OWN.includes(professional.business_name),
  );
}

/**
 * One session from 20 to 40 €, for one test alone: tests run side by side on one catalogue, so each
 * takes its own by `nth`. They were numbered before the first test, so one that sells out moves no
 * other.
 */
export async function paidSession(request: APIRequestContext, nth: number): Promise<ApiSession> {
  const id = JSON.parse(process.env.E2E_PAID ?? "[]")[nth];
  if (!id) throw new Error(`the demo has no session number ${nth}`);
  return (await request.get(`/api/v1/sessions/${id}`)).json();
}

/** An address that finds nothing today, whichever sessions the demo has within 72 hours. */
export async function emptyList(request: APIRequestContext): Promise<string> {
  for (const location of ["Brest", "Dijon", "Reims", "Nantes", "Lille"]) {
    for (const category of ["Reiki", "Hypnose", "Naturopathie"]) {
      const query = new URLSearchParams({
        filter: "last-minute",
        category,
        location,
        price: "60+",
      });
      const answer = await request.get(`/api/v1/sessions?${query}&limit=1`);
      if ((await answer.json()).data.length === 0) return `/sessions?${query}`;
    }
  }
  throw new Error("every list that was tried has a session");
}

/** Places left in one slot, as the catalogue says now. */
export async function spotsLeft(
  request: APIRequestContext,
  sessionId: string,
  slotId: string,
): Promise<number> {
  const session: ApiSession = await (await request.get(`/api/v1/sessions/${sessionId}`)).json();
  const slot = session.slots.find(({ id }) => id === slotId);
  if (!slot) throw new Error(`slot ${slotId} is not listed`);
  return slot.available_spots;
}

/**
 * A client with an account of their own, whose lists no other test changes, made and confirmed as
 * programs do: nobody is signed in.
 */
export async function newAccount(
  request: APIRequestContext,
  mailTo: (address: string) => Promise<DemoMail>,
  baseURL: string | undefined,
): Promise<string> {
  const email = newEmail();
  const password = "parenthese";
  // From a network of its own: a limit would count the sign-ups of all tests together.
  const network = `198.18.${randomInt(256)}.${randomInt(256)}`;
  await request.post("/api/v1/auth/signup", {
    headers: { "x-forwarded-for": network },
    data: { email, password, data: { first_name: "Louise", last_name: "Garnier" } },
  });
  const token = /jeton=([\w.-]+)/.exec((await mailTo(email)).text)?.[1] ?? "";
  // In a browser of its own: the login that this opens is nobody else's.
  const browser = await newRequest.newContext(baseURL ? { baseURL } : {});
  const confirmed = await browser.post("/confirmation", {
    headers: { origin: new URL(baseURL ?? "").origin },
    form: { intent: "confirm", token, password },
    maxRedirects: 0,
  });
  expect(confirmed.status()).toBe(302);
  await browser.dispose();
  return email;
}

/** The same with a business on the free plan, which stands in the directory like the demo's. */
export async function newProfessional(
  request: APIRequestContext,
  mailTo: (address: string) => Promise<DemoMail>,
  baseURL: string | undefined,
  businessData: Record<string, string>,
): Promise<string> {
  const email = await newAccount(request, mailTo, baseURL);
  const headers = await bearerOf(request, email);
  const { id: userId } = await (await request.get("/api/v1/auth/user", { headers })).json();
  const made = await request.post("/api/v1/functions/finalize-professional-profile", {
    headers,
    data: { userId, businessData, planType: "free" },
  });
  expect(made.ok(), await made.text()).toBe(true);
  return email;
}

/** Signs a browser in where the login itself is not under test; the page stays where it is. */
export async function signIn(page: Page, email: string, password = "parenthese"): Promise<void> {
  const answer = await page.request.post("/connexion", {
    headers: { "sec-fetch-site": "same-origin" },
    form: { email, password },
    maxRedirects: 0,
  });
  expect(answer.status(), `${email} logs in`).toBe(302);
  // Said to a visitor on the next page, where no test waits for it.
  await page.context().clearCookies({ name: "toast" });
}

/** Logs one of the demo's operators in: each code opens the door once, so later ones are tried. */
export async function logInOperator(request: APIRequestContext, email: string): Promise<void> {
  const secret = String(DEMO_OPERATORS.find((one) => one.email === email)?.secret);
  await expect(async () => {
    const statuses = [];
    for (const seconds of [-30, 0, 30]) {
      const code = totpCode(secret, new Date(Date.now() + seconds * 1_000));
      const answer = await request.post("/operateur/connexion", {
        headers: { "sec-fetch-site": "same-origin" },
        form: { email, password: DEMO_PASSWORD, code },
        maxRedirects: 0,
      });
      statuses.push(answer.status());
      if (answer.status() === 302) return;
    }
    expect(statuses, `${email} logs in`).toContain(302);
  }).toPass({ timeout: 70_000, intervals: [10_000] });
}

/**
 * Signs the operator with all roles in, by the login that the run has begun with: four browsers that
 * ask for a new one within the same minute would use up its codes.
 */
export async function signInOperator(page: Page): Promise<void> {
  await page.context().addCookies(JSON.parse(process.env.E2E_OPERATOR ?? "[]"));
  const answer = await page.request.get("/operateur");
  // Nobody may have looked for half an hour.
  if (answer.status() !== 200) await logInOperator(page.request, NADIA);
}

/** Sends an operator's form that cannot be taken back: what it will do is read first, and confirmed. */
export async function sendConfirmed(page: Page, button: string): Promise<void> {
  const send = page.getByRole("button", { name: button, exact: true });
  await send.click();
  const confirmed = page.getByLabel("Je l'ai lu, et je confirme.");
  await confirmed.check();
  await send.click();
  // Its mails are shown beside it, and say the same as what is seen once it is done.
  await expect(confirmed).toHaveCount(0);
}

/** A browser of another operator with all roles, of whom no code is asked in the demo. */
export async function openColleague(browser: Browser): Promise<Page> {
  const colleague = await browser.newPage();
  const answer = await colleague.request.post("/operateur/connexion", {
    headers: { "sec-fetch-site": "same-origin" },
    form: { email: DEMO_WITHOUT_CODE, password: DEMO_PASSWORD },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
  return colleague;
}

/** The same by the form. */
export async function logIn(page: Page, email: string, password = "parenthese"): Promise<void> {
  await page.goto("/connexion");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter" }).click();
}

/** Fills the provider's hosted page, which is not ours, and sends it. */
export async function pay(page: Page, card: string): Promise<void> {
  await expect(page.locator("[name=cardNumber]")).toBeVisible();
  await page.locator("[name=cardNumber]").fill(card);
  await page.locator("[name=cardExpiry]").fill("12 / 34");
  await page.locator("[name=cardCvc]").fill("123");
  await page.locator("[name=billingName]").fill("Camille Rousset");
  await page.getByRole("button", { name: /^Payer/ }).click();
}

/** The same page where it asks for a subscription. */
export async function subscribe(page: Page, card: string = CARDS.works): Promise<void> {
  await page.locator("[name=cardNumber]").fill(card);
  await page.locator("[name=cardExpiry]").fill("12 / 40");
  await page.locator("[name=cardCvc]").fill("123");
  await page.locator("[name=billingName]").fill("Léo Marchand");
  await page.getByRole("button", { name: /^S'abonner/ }).click();
}

const bearers = new Map<string, { authorization: string }>();

/** The header by which a program acts as somebody: one login for all tests of a worker. */
export async function bearerOf(
  request: APIRequestContext,
  email: string,
): Promise<{ authorization: string }> {
  const known = bearers.get(email);
  if (known) return known;
  const answer = await request.post("/api/v1/auth/token?grant_type=password", {
    data: { email, password: "parenthese" },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const made = { authorization: `Bearer ${(await answer.json()).access_token}` };
  bearers.set(email, made);
  return made;
}

/**
 * A session for three at 18:30 that a professional publishes; answers its id. Its slots run in
 * parallel, so that no test closes the hour of another that publishes for the same person.
 */
export async function publishAs(
  request: APIRequestContext,
  email: string,
  fields: { date?: string; [name: string]: unknown },
): Promise<string> {
  const headers = await bearerOf(request, email);
  const body = {
    ...{ title: "Une séance d'essai", description: "Pour voir.", category: "Yoga", price: 20 },
    ...{ capacity: 3, address: "3 rue Royale", city: "Lyon", start_time: "18:30" },
    ...{ parallel: true, ...fields },
  };
  const answer = await request.post("/api/v1/sessions", { headers, data: body });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

interface ApiBooking {
  id: string;
  session_slot_id: string;
  status: string;
}

/** Books a session's first slot as a program does, and pays for it; answers the booking's id. */
export async function bookAs(
  request: APIRequestContext,
  email: string,
  sessionId: string,
  cardNumber: string = CARDS.works,
): Promise<string> {
  const headers = await bearerOf(request, email);
  const session: ApiSession = await (await request.get(`/api/v1/sessions/${sessionId}`)).json();
  const slotId = session.slots[0]?.id;
  const amount = Math.round((session.discounted_price ?? session.price) * 100);
  const asked = await request.post("/api/v1/functions/create-session-payment", {
    headers,
    data: { sessionId, slotId, amount },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  if (amount > 0) {
    const card = { cardNumber, cardExpiry: "12 / 34", cardCvc: "123" };
    const form = { ...card, billingName: "Louise Garnier" };
    const paid = await request.post((await asked.json()).url, { form, maxRedirects: 0 });
    expect(paid.status()).toBe(303);
  }
  const own = async () => {
    const answer = await request.get("/api/v1/bookings/sessions", { headers });
    const { data }: { data: ApiBooking[] } = await answer.json();
    return data.find((one) => one.session_slot_id === slotId && one.status === "confirmed");
  };
  await expect.poll(own).toBeDefined();
  return (await own())?.id ?? "";
}

export async function deleteAs(
  request: APIRequestContext,
  email: string,
  sessionId: string,
): Promise<void> {
  const headers = await bearerOf(request, email);
  const answer = await request.delete(`/api/v1/sessions/${sessionId}`, { headers });
  expect(answer.status(), await answer.text()).toBe(204);
}
