import { type APIRequestContext, test as base, type Page } from "@playwright/test";
import {
  expect,
  expectSound,
  expectSoundHere,
  goAndSettle,
  mailsTo,
  newEmail,
  WIDTHS,
} from "./fixtures.ts";
import { NADIA, signIn, signInOperator } from "./journeys.ts";
import { GUEST, listScreens, NAMELESS } from "./screens.ts";

/*
 * Every screen of the route table, at both widths: axe finds nothing, nothing scrolls sideways, the
 * page is in French.
 */

/** An account that was made for a guest, by the plan that costs nothing (rule: guest-account). */
async function guestAccount(request: APIRequestContext): Promise<[string, string]> {
  const email = newEmail();
  await request.post("/api/v1/functions/create-guest-subscription-checkout", {
    data: { planType: "free", email },
  });
  let password: string | undefined;
  await expect(async () => {
    const mails = await mailsTo(request, email);
    const mail = mails.find(({ text }) => text.includes("temporaire"));
    password = /Mot de passe temporaire\s*:\s*(\S+)/.exec(mail?.text ?? "")?.[1];
    expect(password).toBeDefined();
  }).toPass();
  return [email, password ?? ""];
}

async function choosePassword(page: Page): Promise<void> {
  const answer = await page.request.post("/changer-mot-de-passe", {
    headers: { "sec-fetch-site": "same-origin" },
    form: { password: "camomille", confirmPassword: "camomille" },
    maxRedirects: 0,
  });
  expect(answer.headers().location).toBe("/bienvenue");
  await page.context().clearCookies({ name: "toast" });
}

/** At the width that the page has, then at the other one, which it keeps: each turn draws it anew. */
async function expectSoundTurned(page: Page): Promise<void> {
  await expectSoundHere(page);
  const other = WIDTHS.find((width) => width !== page.viewportSize()?.width);
  await page.setViewportSize({ width: Number(other), height: 844 });
  await expectSoundHere(page);
}

const test = base.extend<object, { pageOf: (email?: string) => Promise<Page> }>({
  /**
   * A page for everything that one person, or a visitor, looks at: a screen depends on its address
   * alone, and a new browser for each screen is two fifths of its cost.
   */
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string, Page>();
      await use(async (email = "") => {
        const known = pages.get(email);
        if (known) return known;
        const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
        const isGuest = email === GUEST || email === NAMELESS;
        const [name, password] = isGuest ? await guestAccount(page.request) : [email];
        if (name === NADIA) await signInOperator(page);
        else if (name) await signIn(page, name, password);
        if (email === NAMELESS) await choosePassword(page);
        pages.set(email, page);
        return page;
      });
      for (const page of pages.values()) await page.close();
    },
    { scope: "worker" },
  ],
});

test("a text that is hard to read is found on whatever page, in whatever look", async ({
  pageOf,
}) => {
  const page = await pageOf();
  for (const address of ["/conditions", "/confidentialite"]) {
    await goAndSettle(page, address);
    await expectSound(page, [1280]);
    const text = page.getByRole("main").locator("p").last();
    await text.evaluate((element) => element.setAttribute("style", "color: #aaa"));
    await expect(expectSound(page, [1280])).rejects.toThrow("color-contrast");
    // In a look that is known to be sound, over something that it does not lie in.
    await text.evaluate((element) => {
      element.setAttribute("style", "position: relative");
      const dark = '<div style="position: absolute; inset: 0; background: #555"></div>';
      element.insertAdjacentHTML("beforebegin", dark);
      element.parentElement?.setAttribute("style", "position: relative");
    });
    await expect(expectSound(page, [1280])).rejects.toThrow("color-contrast");
  }
});

for (const [path, cases] of listScreens()) {
  for (const { as, at, open, note, width } of cases) {
    const address = typeof at === "string" ? at : `/${path}`;
    const who = as?.split("@")[0] ?? "a visitor";
    const name = [address, note, `for ${who}`, width && `at ${width} px`]
      .filter(Boolean)
      .join(", ");
    test(name, async ({ request, pageOf }) => {
      const page = await pageOf(as);
      const to = typeof at === "function" ? await at(request) : address;
      if (width) await page.setViewportSize({ width, height: 844 });
      await goAndSettle(page, to);
      expect(new URL(page.url()).pathname, "leads elsewhere").toBe(to.replace(/\?.*/, ""));
      const said = await page.evaluate(() => ({
        language: document.documentElement.lang,
        headings: document.querySelectorAll("main h1").length,
      }));
      expect(said).toEqual({ language: "fr", headings: 1 });
      if (!width) await expectSoundTurned(page);
      if (!open) return;
      await open(page);
      await (width ? expectSoundHere(page) : expectSoundTurned(page));
    });
  }
}
