import type { Page } from "@playwright/test";
import { expect, expectSound, test as shared } from "./fixtures.ts";
import { bearerOf, bookAs, newAccount, publishAs, signIn } from "./journeys.ts";

const HOUR = 3_600_000;
const INES = "ines@example.fr";

/** Day and time in Paris so many hours from now, on the hour: « 2026-11-22 », « 18:00 ». */
function inParis(hours: number): { date: string; start_time: string } {
  const at = new Date(Date.now() + hours * HOUR);
  const zone = { timeZone: "Europe/Paris" };
  const hour = at.toLocaleTimeString("fr-FR", { ...zone, hour: "2-digit", hourCycle: "h23" });
  return { date: at.toLocaleDateString("en-CA", zone), start_time: `${hour.slice(0, 2)}:00` };
}

interface Paid {
  id: string;
  /** Belongs to the session. */
  title: string;
  /** The e-mail of a client who has booked nothing else. */
  email: string;
}

/** Makes a client who has paid 20 € for a session of Inès so many hours from now. */
const test = shared.extend<{ paidBooking: (hoursAhead: number) => Promise<Paid> }>({
  paidBooking: async ({ request, mailTo, baseURL }, use) => {
    await use(async (hoursAhead) => {
      const email = await newAccount(request, mailTo, baseURL);
      const title = `Séance à annuler ${Math.random().toString(36).slice(2)}`;
      const sessionId = await publishAs(request, INES, { title, ...inParis(hoursAhead) });
      return { id: await bookAs(request, email, sessionId), title, email };
    });
  },
});

async function openList(page: Page, { email, title }: Paid) {
  await signIn(page, email);
  await page.goto("/mes-sessions");
  return page.getByRole("listitem").filter({ hasText: title }).first();
}

test("a client reads what comes back, keeps the booking, then calls it off", async ({
  page,
  paidBooking,
  mailTo,
}) => {
  const booking = await paidBooking(49);
  const card = await openList(page, booking);
  const ask = card.getByRole("button", { name: /^Annuler cette réservation/ });
  const question = page.getByRole("dialog", { name: "Annuler cette réservation ?" });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await ask.click();
    await expect(question).toBeVisible();
    await expect(question).toContainText(
      "Vous serez remboursé intégralement : 20,00 € sur votre moyen de paiement.",
    );
    await expectSound(page, [width]);
    await page.keyboard.press("Escape");
    await expect(question).toBeHidden();
    await expect(ask).toBeFocused();
  }
  await ask.click();
  await question.getByRole("button", { name: "Garder ma réservation" }).click();
  await expect(card).toContainText("Confirmée");

  await ask.click();
  await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(page.getByText("Réservation annulée", { exact: true })).toBeVisible();
  await expect(card).toContainText("Annulée");
  await expect(ask).toBeHidden();
  await expect(card.getByRole("heading", { name: booking.title })).toBeFocused();
  await expect(async () => {
    await page.reload();
    await expect(card).toContainText("20,00 € remboursés", { timeout: 1_000 });
  }).toPass();
  await mailTo(booking.email, `Réservation annulée : ${booking.title}`);
  await mailTo(INES, `Réservation annulée : ${booking.title}`);
});

test("less than 24 h before, nothing comes back, and that is said first", async ({
  page,
  paidBooking,
}) => {
  const booking = await paidBooking(20);
  const card = await openList(page, booking);
  await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  const question = page.getByRole("dialog", { name: "Annuler cette réservation ?" });
  await expect(question).toContainText(
    "Votre réservation commence dans moins de 24 h : rien ne vous sera rendu des 20,00 € payés.",
  );
  await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(card).toContainText("Non remboursée");
});

test("a refund that is over when the button is pressed is refused, and then said", async ({
  page,
  paidBooking,
}) => {
  const booking = await paidBooking(20);
  const card = await openList(page, booking);
  // As if the page had been opened before the limit, which has passed since.
  await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  const question = page.getByRole("dialog", { name: "Annuler cette réservation ?" });
  await question
    .locator("form")
    .evaluate((form: HTMLFormElement) =>
      form.addEventListener("formdata", ({ formData }) => formData.set("refundCents", "2000")),
    );
  await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
  await expect(page.getByText(/ne serait plus remboursée/).first()).toBeVisible();
  await expect(question).toBeHidden();
  await expect(card).toContainText("Confirmée");
});

test("a network that is cut keeps the page and says so", async ({ page, paidBooking }) => {
  const booking = await paidBooking(49);
  const card = await openList(page, booking);
  await page.route(/mes-sessions\.data/, (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
  const question = page.getByRole("dialog", { name: "Annuler cette réservation ?" });
  await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
  // Said twice: on the page, and by a toast that goes.
  await expect(page.getByText("Impossible d'annuler cette réservation.").first()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Mes Sessions");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the question is asked and answered", async ({ page, paidBooking }) => {
    const booking = await paidBooking(49);
    const card = await openList(page, booking);
    await card.getByRole("button", { name: /^Annuler cette réservation/ }).click();
    const question = page.getByRole("dialog", { name: "Annuler cette réservation ?" });
    await expect(question).toContainText("20,00 €");
    await question.getByRole("button", { name: "Confirmer l'annulation" }).click();
    await expect(page.getByText("Réservation annulée", { exact: true })).toBeVisible();
    await expect(card).toContainText("Annulée");
  });
});

test.describe("POST /api/v1/bookings/{id}/cancel", () => {
  const cancel = (id: string) => `/api/v1/bookings/${id}/cancel`;

  test("by a bearer: the client once, the professional, nobody else", async ({
    request,
    paidBooking,
  }) => {
    const first = await paidBooking(49);
    const second = await paidBooking(3);
    const [own, professional, other] = await Promise.all(
      [first.email, INES, second.email].map((email) => bearerOf(request, email)),
    );
    const refused = await request.post(cancel(first.id), { headers: other ?? {} });
    expect(refused.status()).toBe(404);
    expect((await request.post(cancel(first.id))).status()).toBe(401);
    expect((await request.post(cancel(first.id), { headers: own ?? {} })).status()).toBe(204);
    expect((await request.post(cancel(first.id), { headers: own ?? {} })).status()).toBe(409);

    const called = await request.post(cancel(second.id), { headers: professional ?? {} });
    expect(called.status()).toBe(204);
    await expect
      .poll(async () => {
        const answer = await request.get("/api/v1/bookings/sessions", { headers: other ?? {} });
        return (await answer.json()).data;
      })
      .toMatchObject([{ id: second.id, status: "cancelled", payment_status: "refunded" }]);
  });

  test("by the browser's cookie, from this site only", async ({ page, paidBooking }) => {
    const { id, email } = await paidBooking(49);
    await signIn(page, email);
    await page.goto("/profil");
    const elsewhere = await page.request.post(cancel(id), {
      headers: { origin: "https://ailleurs.example" },
    });
    expect(elsewhere.status()).toBe(403);
    const { origin } = new URL(page.url());
    expect((await page.request.post(cancel(id), { headers: { origin } })).status()).toBe(204);
  });
});
