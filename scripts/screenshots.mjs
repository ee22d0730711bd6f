// Makes the pictures of the README from the running demo, on a computer and on a phone.
//
//   npm run screenshots

import fs from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { removeProduct, spawnProduct, untilItRuns } from "../test/e2e/product.ts";
import { chromiumArguments, ensureChromium } from "./chromium.mjs";
import { root, say } from "./run.mjs";

const folder = path.join(root, "docs", "screenshots");
const WIDTHS = { 1280: 900, 390: 844 };

const executablePath = await ensureChromium();
const product = await spawnProduct();
try {
  await untilItRuns(product);
  fs.mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  for (const [width, height] of Object.entries(WIDTHS)) {
    const context = await browser.newContext({
      baseURL: product.url,
      viewport: { width: Number(width), height },
      locale: "fr-FR",
      timezoneId: "Europe/Paris",
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    const picture = async (name) => {
      await page.waitForLoadState("networkidle");
      const file = `${name}-${width}.webp`;
      await sharp(await page.screenshot())
        .webp({ quality: 85 })
        .toFile(path.join(folder, file));
      say(`docs/screenshots/${file}`);
    };

    const logIn = async (door, email, landing) => {
      await page.goto(door);
      await page.locator("input[name=email]").fill(email);
      await page.locator("input[name=password]").fill("parenthese");
      await page.locator("input[name=password]").press("Enter");
      await page.waitForURL(landing);
      // The login's toast stays on the page that it leads to.
      await page.goto(page.url());
    };

    await page.goto("/");
    await picture("home");
    await page.goto("/sessions?q=massage+lyon");
    await picture("sessions");
    const { data } = await (
      await page.request.get("/api/v1/sessions?location=Lyon&filter=last-minute&limit=50")
    ).json();
    const falling = data.find(
      ({ price, price_now, next_price }) => next_price && price_now < price,
    );
    await page.goto(`/session/${falling.id}`);
    await picture("session");
    await logIn("/connexion", "ines@example.fr", "**/agenda");
    await picture("agenda");
    await logIn("/operateur/connexion", "operateur@example.fr", "**/operateur");
    await picture("operateur");
    await context.close();
  }
  await browser.close();
} finally {
  await removeProduct(product);
}
