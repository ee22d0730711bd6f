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

    await page.goto("/");
    await picture("home");
    await page.goto("/sessions?filter=last-minute");
    await picture("sessions");
    await page.goto(await page.locator("main a[href^='/session/']").first().getAttribute("href"));
    await picture("session");
    await page.goto("/connexion");
    await page.locator("input[name=email]").fill("ines@example.fr");
    await page.locator("input[name=password]").fill("parenthese");
    await page.locator("input[name=password]").press("Enter");
    await page.waitForURL("**/agenda");
    await page.goto("/profil"); // Wait until the login's toast has gone.
    await picture("profil");
    await context.close();
  }
  await browser.close();
} finally {
  await removeProduct(product);
}
