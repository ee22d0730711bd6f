import { expect, expectSound, test } from "./fixtures.ts";
import { signInOperator } from "./journeys.ts";

test("a mail to an address that nobody has comes back to an operator, who says what was done", async ({
  page,
  request,
}) => {
  const email = `essai-${Date.now().toString(36)}@introuvable.example`;
  const signedUp = await request.post("/api/v1/auth/signup", {
    data: { email, password: "parenthese", data: { first_name: "Zoé", last_name: "Garnier" } },
  });
  expect(signedUp.ok(), await signedUp.text()).toBe(true);

  await signInOperator(page);
  const line = page.getByRole("link", { name: `Confirmation de l'inscription, à ${email}` });
  await expect(async () => {
    await page.goto("/operateur?genre=messages");
    await expect(line).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await line.click();
  await expect(page.getByRole("heading", { name: "La file" })).toHaveCount(0);
  await expect(page.getByText("550 5.1.1 no such mailbox here")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Classer", exact: true }).click();
  await expect(page.getByText("Expliquez pourquoi")).toBeVisible();
  const reason = `Sans suite : ${email} n'existe pas.`;
  await page.getByLabel("Motif").fill(reason);
  await page.getByRole("button", { name: "Classer", exact: true }).click();
  await expect(page.getByText("E-mail classé")).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByRole("link", { name: "Journal" }).click();
  const act = page.getByRole("listitem").filter({ hasText: reason });
  await expect(act).toContainText("E-mail non remis, classé par Nadia Benali");
});
