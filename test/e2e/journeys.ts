import { type APIRequestContext, request as newRequest, type Page } from "@playwright/test";
import { DEMO_OPERATORS, DEMO_PASSWORD } from "#core/operators/demo/rules.ts";
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

/** Bookable sessions of the demo that cost something, and that no test publishes or deletes. */
export async function listPaid(request: APIRequestContext, query: string): Promise<ApiSession[]> {
  const answer = await request.get(`/api/v1/sessions?${query}&sort=date&limit=100`);
  const { data }: { data: ApiSession[] } = await answer.json();
  return data.filter(
    ({ id, slots, professional }) =>
      id < END_OF_FIXED_IDS &&
      // A session that begins while the tests run would leave the list, and the others would move
      // up.
      Date.parse(slots[0]?.start_datetime ?? "") > Date.parse(process.env.E2E_SOON ?? "") &&
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

/** A client with an account of their own, made and confirmed as programs do: nobody is signed in. */
export async function newAccount(
  request: APIRequestContext,
  mailTo: (address: string) => Promise<DemoMail>,
  baseURL: string | undefined,
): Promise<string> {
  const email = newEmail();
  const password = "parenthese";
  await request.post("/api/v1/auth/signup", {
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

/** The header by which a program acts as one of the demo's people. */
export async function bearerOf(
  request: APIRequestContext,
  email: string,
): Promise<{ authorization: string }> {
  const answer = await request.post("/api/v1/auth/token?grant_type=password", {
    data: { email, password: "parenthese" },
  });
  const { access_token } = await answer.json();
  return { authorization: `Bearer ${access_token}` };
}

/**
 * A session for three at 18:30 that a professional of the demo publishes; answers its id. Its slots
 * run in parallel, so that no test closes the hour of another that publishes for the same person.
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
    ...fields,
  };
  const answer = await request.post("/api/v1/sessions", { headers, data: body });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id } = await answer.json();
  await letSlotsOverlap(request, email, id);
  return id;
}

/** Lets the slots of a session take place beside any other of the same professional. */
export async function letSlotsOverlap(
  request: APIRequestContext,
  email: string,
  sessionId: string,
): Promise<void> {
  const headers = await bearerOf(request, email);
  const session: ApiSession = await (await request.get(`/api/v1/sessions/${sessionId}`)).json();
  for (const slot of session.slots) {
    const changed = await request.patch(`/api/v1/slots/${slot.id}`, {
      headers,
      data: { is_parallel: true },
    });
    expect(changed.status(), await changed.text()).toBe(200);
  }
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
