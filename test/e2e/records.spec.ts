import { expect, expectSound, test } from "./fixtures.ts";
import { bookAs, newAccount, publishAs, sendConfirmed, signInOperator } from "./journeys.ts";

const INES = "ines@example.fr";

test("a client who telephones is found, her booking cancelled by its rule, and the journal says why", async ({
  page,
  request,
  mailTo,
  baseURL,
}) => {
  const email = await newAccount(request, mailTo, baseURL);
  const title = `Séance à retrouver ${Math.random().toString(36).slice(2)}`;
  const inThreeDays = new Date(Date.now() + 72 * 3_600_000);
  const date = inThreeDays.toLocaleDateString("en-CA", { timeZone: "Europe/Paris" });
  const sessionId = await publishAs(request, INES, { title, date, start_time: "10:00" });
  await bookAs(request, email, sessionId);

  await signInOperator(page);
  await page.goto("/operateur");
  await page.getByRole("searchbox").fill(email);
  await page.getByRole("searchbox").press("Enter");
  const bookings = page.getByRole("region", { name: "Réservations" });
  await expect(page.getByRole("region", { name: "Comptes" })).toContainText("Louise Garnier");
  await bookings.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const happened = page.getByRole("region", { name: "Le déroulé" });
  await expect(happened).toContainText("Encaissé");
  await expect(happened).toContainText("E-mail : Réservation confirmée");
  await expectSound(page);

  await page.getByRole("button", { name: "Faire et inscrire" }).click();
  await expect(page.getByText("Choisissez ce qu'il faut faire.")).toBeVisible();
  await expect(
    page.getByText("Expliquez pourquoi, en deux mots et 10 caractères au moins."),
  ).toBeVisible();
  const choice = page.getByLabel("Annuler, à la demande du client");
  await expect(page.getByText(/^20,00.€ rendus au client/).first()).toBeVisible();
  await choice.check();
  const reason = "Elle a téléphoné : elle est malade.";
  await page.getByLabel("Motif, lu plus tard par le contrôle").fill(reason);
  await page.getByRole("button", { name: "Faire et inscrire" }).click();
  await expect(page.getByText("2 e-mails partent")).toBeVisible();
  await expectSound(page);
  await sendConfirmed(page, "Faire et inscrire");
  await expect(page.getByText("Annulée, par le client")).toBeVisible();
  await expect(happened).toContainText(`Nadia Benali : ${reason}`);
  await expect(async () => {
    await page.reload();
    await expect(happened).toContainText("E-mail : Réservation annulée");
    await expect(happened).toContainText("Remboursement fait");
  }).toPass();
  await expect.poll(async () => (await mailTo(email)).subject).toMatch(/^Réservation annulée/);

  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: reason });
  await expect(act).toContainText("Réservation annulée par Nadia");
});
