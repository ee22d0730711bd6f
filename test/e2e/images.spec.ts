import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addDays, dayKey } from "#core/dates.ts";
import { expect, expectSound, holdBack, keepScriptsBack, test } from "./fixtures.ts";
import { bearerOf, deleteAs, publishAs, signIn } from "./journeys.ts";

const date = addDays(dayKey(new Date()), 12);
const EMAIL = "ines@example.fr";

/** A picture of noise, which no encoder makes small. */
async function photo(width = 800, height = 600): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  return sharp({ create: { width, height, channels: 3, background: "#88aa99", noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
}

async function openForm(page: Page, path = "/ajouter-session"): Promise<void> {
  await signIn(page, EMAIL);
  await page.goto(path);
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();
const chooser = (page: Page) => page.getByLabel(/^(Choisir|Remplacer la|Choisir une) photo$/);
const address = (page: Page) => page.locator("input[name=imageUrl]");
/** The page's script runs: the file is sent by itself. */
const alive = (page: Page) => expect(chooser(page)).not.toHaveAttribute("name");

test("a picture is sent with its progress, shown, saved, replaced and taken off", async ({
  page,
  request,
}) => {
  test.slow();
  const id = await publishAs(request, EMAIL, { date, title: `Photographie ${Date.now()}` });
  await openForm(page, `/sessions/${id}/edit`);
  await alive(page);
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector('[aria-label="Téléchargement de l\'image"]');
      if (bar) seen.push(Number(bar.getAttribute("aria-valuenow")));
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  const network = await page.context().newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await network.send("Network.emulateNetworkConditions", {
    ...{ ...conditions, uploadThroughput: 600_000 },
  });
  const buffer = await photo(1200, 900);
  expect(buffer.length).toBeGreaterThan(400_000);
  await chooser(page).setInputFiles({ name: "salle.jpg", mimeType: "image/jpeg", buffer });
  await expect(toast(page, "Image téléchargée")).toBeVisible({ timeout: 30_000 });
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(seen.filter((share) => share > 0 && share < 100).length).toBeGreaterThan(2);
  await network.send("Network.emulateNetworkConditions", { ...conditions, uploadThroughput: -1 });

  const first = await address(page).inputValue();
  // The default picture has left its place beside the category.
  const widthOf = async (label: string) =>
    (await page.getByLabel(label, { exact: true }).boundingBox())?.width;
  expect(await widthOf("Catégorie")).toBe(await widthOf("Titre"));
  expect(first).toMatch(/^\/images\/session-images\/[\w-]+\/[\w-]+\.jpg$/);
  const preview = page.locator(`img[src="${first}"]`);
  await expect(preview).toBeVisible();
  const width = () => preview.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await expectSound(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(toast(page, "Session mise à jour avec succès")).toBeVisible();

  await page.goto(`/sessions/${id}`);
  const shown = page.locator(`img[src="${first}"]`).first();
  await expect(shown).toBeVisible();
  expect(await shown.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(".avif");

  await page.goto(`/sessions/${id}/edit`);
  await alive(page);
  const second = { name: "autre.png", mimeType: "image/png", buffer: await photo() };
  await chooser(page).setInputFiles(second);
  await expect(address(page)).not.toHaveValue(first);
  expect((await request.get(first)).status()).toBe(200);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  await expect.poll(async () => (await request.get(first)).status()).toBe(404);

  await page.goto(`/sessions/${id}/edit`);
  await alive(page);
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expect(address(page)).toHaveValue("");
  await expect(chooser(page)).toBeFocused();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/profil$/);
  const session = await (await request.get(`/api/v1/sessions/${id}`)).json();
  expect(session.image_url).toBeNull();
  await deleteAs(request, EMAIL, id);
});

test("a picture is dropped, and one that nothing shows goes when it is taken off", async ({
  page,
  request,
}) => {
  await openForm(page);
  await alive(page);
  const bytes = (await photo()).toString("base64");
  const transfer = await page.evaluateHandle((encoded) => {
    const data = new DataTransfer();
    const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    data.items.add(new File([content], "salle.jpg", { type: "image/jpeg" }));
    return data;
  }, bytes);
  const zone = page.getByText("Ou déposez-la ici.");
  await zone.dispatchEvent("dragover", { dataTransfer: transfer });
  await zone.dispatchEvent("drop", { dataTransfer: transfer });
  await expect(toast(page, "Image téléchargée")).toBeVisible();
  const url = await address(page).inputValue();
  expect((await request.get(url)).status()).toBe(200);
  await page.getByRole("button", { name: "Retirer la photo" }).click();
  await expect.poll(async () => (await request.get(url)).status()).toBe(404);
});

test("what is no picture, too large, or not let through is said, and nothing is lost", async ({
  page,
}) => {
  await openForm(page);
  await alive(page);
  await page.getByLabel("Titre").fill("Un brouillon");
  const send = (name: string, mimeType: string, buffer: Buffer) =>
    chooser(page).setInputFiles({ name, mimeType, buffer });
  await send("dessin.svg", "image/svg+xml", Buffer.from("<svg/>"));
  await expect(toast(page, "Format non supporté")).toBeVisible();
  await expect(chooser(page)).toHaveAccessibleDescription(
    /Veuillez utiliser une image JPEG, PNG ou WebP/,
  );
  await send("grande.jpg", "image/jpeg", Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(toast(page, "Fichier trop volumineux")).toBeVisible();
  await expect(chooser(page)).toHaveAccessibleDescription(/La taille maximale est de 5MB/);
  // Only the server sees that it lies.
  await send("page.jpg", "image/jpeg", Buffer.from("<html>"));
  await expect(chooser(page)).toHaveAccessibleDescription(/Veuillez utiliser une image JPEG/);
  await page.route("**/api/v1/images", (route) => route.abort());
  await send("salle.jpg", "image/jpeg", await photo());
  await expect(chooser(page)).toHaveAccessibleDescription(
    /Erreur lors du téléchargement de l'image/,
  );
  await page.unroute("**/api/v1/images");
  await send("salle.jpg", "image/jpeg", await photo());
  // It is drawn anew in several sizes.
  await expect(toast(page, "Image téléchargée")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel("Titre")).toHaveValue("Un brouillon");
});

test("a page's scripts come after the picture that it shows first, or at the first touch", async ({
  page,
}) => {
  const isScript = (address: string) => /\/assets\/framework-.*\.js$/.test(address);
  const scripts: string[] = [];
  page.on("request", (request) => isScript(request.url()) && scripts.push(request.url()));
  const fail = await holdBack(page, /hero-\d+\.avif$/, "abort");
  // A busy machine may not have its fonts by the time at which they come all the same.
  await keepScriptsBack(page);
  for (const end of [() => page.keyboard.press("Tab"), fail]) {
    await page.goto("/", { waitUntil: "commit" });
    // A page that has hardly begun listens to no key yet, and misses no font.
    await page.waitForLoadState("domcontentloaded");
    await page.waitForFunction(() => document.fonts.check("36px 'Fraunces Variable'"));
    expect(scripts).toEqual([]);
    const asked = page.waitForRequest((request) => isScript(request.url()));
    await end();
    await asked;
    scripts.length = 0;
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the picture travels with the form, and can be taken off", async ({ page, request }) => {
    const id = await publishAs(request, EMAIL, { date, title: `Sans script ${Date.now()}` });
    const imageOf = async () =>
      (await (await request.get(`/api/v1/sessions/${id}`)).json()).image_url;
    await openForm(page, `/sessions/${id}/edit`);
    const file = { name: "salle.jpg", mimeType: "image/jpeg", buffer: await photo() };
    await chooser(page).setInputFiles({ ...file, buffer: Buffer.from("<svg/>") });
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page.getByText("Format non supporté")).toBeVisible();
    await chooser(page).setInputFiles(file);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    const url = await imageOf();
    expect((await request.get(url)).headers()["content-type"]).toBe("image/jpeg");
    await page.goto(`/sessions/${id}/edit`);
    await page.getByLabel("Retirer la photo").check();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/\/profil$/);
    expect(await imageOf()).toBeNull();
    await deleteAs(request, EMAIL, id);
  });
});

test("the door takes 5 MB and no more, and hands out what it keeps as a picture", async ({
  request,
  baseURL,
}) => {
  const headers = await bearerOf(request, "leo@example.fr");
  const send = (buffer: Buffer, path = "/api/v1/images") =>
    request.post(path, {
      headers: { ...headers, origin: String(baseURL) },
      multipart: {
        bucket: "session-images",
        file: { name: "salle.jpg", mimeType: "image/jpeg", buffer },
      },
    });
  const full = Buffer.concat([await photo()], 5 * 1024 * 1024);
  const taken = await send(full);
  expect(taken.status()).toBe(201);
  const { url } = await taken.json();
  for (const extra of [1, 1024 * 1024]) {
    const refused = await send(Buffer.concat([full, Buffer.alloc(extra)]));
    expect(refused.status()).toBe(413);
    expect((await refused.json()).error).toMatchObject({
      ...{ code: "payload_too_large", message: "La taille maximale est de 5MB" },
    });
  }
  const toPage = await send(Buffer.concat([full, full]), "/ajouter-session");
  expect([toPage.status(), await toPage.text()]).toEqual([413, "La taille maximale est de 5MB"]);
  // Not stored anywhere else.
  const large = full.subarray(0, 1_200_000);
  for (const path of ["/api/v1/favorites", "/connexion", "/api/v1/images/"]) {
    expect((await send(large, path)).status(), path).toBe(413);
  }

  const shown = await request.get(url, { headers: { cookie: "parenthese.login=x" } });
  expect(shown.headers()).toMatchObject({
    ...{ "content-type": "image/jpeg", "cache-control": "public, max-age=60" },
    "x-content-type-options": "nosniff",
  });
  for (const path of [
    "/images/session-images/..%2f..%2f..%2fsecrets.json/x.jpg",
    "/images/..%2f../secrets.json/x.jpg",
    url.replace("session-images", "activity-images"),
    url.replace(".jpg", ".svg"),
  ]) {
    expect((await request.get(path)).status(), path).toBe(404);
  }
  const foreign = await request.post("/api/v1/images", {
    headers: { origin: "https://evil.example", cookie: "parenthese.login=x" },
    multipart: { bucket: "session-images" },
  });
  expect(foreign.status()).toBe(403);
  const name = url.split("/").at(-1);
  const other = await bearerOf(request, EMAIL);
  const remove = (as: Record<string, string>) =>
    request.delete(`/api/v1/images/${name}`, { headers: as });
  expect((await remove(other)).status()).toBe(403);
  expect((await remove(headers)).status()).toBe(204);
  expect((await request.get(url)).status()).toBe(404);
});
