import type { APIRequestContext, Page } from "@playwright/test";
import { SAM } from "#db/demo/accounts.ts";
import { expect } from "./fixtures.ts";

/** Stripe's test cards, as its page takes them (https://docs.stripe.com/testing). */
export const CARDS = {
  works: "4242 4242 4242 4242",
  declined: "4000 0000 0000 0002",
  secure: "4000 0027 6000 3184",
} as const;

export interface ApiSession {
  id: string;
  title: string;
  price: number;
  discounted_price: number | null;
  professional: { business_name: string };
  slots: { id: string; start_datetime: string; available_spots: number }[];
}

/** Of the professionals who also buy in these tests: nobody books their own session. */
const OWN = [SAM.business];

/**
 * A bookable session of the demo that costs something, for one test alone: tests run side by side
 * on one catalogue, so each takes its own by `nth`.
 */
export async function paidSession(
  request: APIRequestContext,
  nth: number,
  query = "price=20-40",
): Promise<ApiSession> {
  const answer = await request.get(`/api/v1/sessions?${query}&sort=date&limit=100`);
  const { data }: { data: ApiSession[] } = await answer.json();
  const session = data.filter(
    ({ slots, professional }) =>
      slots.some((slot) => slot.available_spots > 1) && !OWN.includes(professional.business_name),
  )[nth];
  if (!session) throw new Error(`the demo has no session number ${nth} for ${query}`);
  return session;
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
