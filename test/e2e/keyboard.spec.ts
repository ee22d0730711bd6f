import type { Locator, Page } from "@playwright/test";
import { expect, goAndSettle, test } from "./fixtures.ts";
import { CARDS, newAccount, paidSession } from "./journeys.ts";

/* From the home page to a paid booking with Tab, arrows and Enter alone; no mouse, no jumps. */

/** Tab until the target has the focus. Each stop on the way is on screen and shows its ring. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stops = 0; stops < 150; stops += 1) {
    await page.keyboard.press("Tab");
    await expectVisibleFocus(page);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${target} is not reached by Tab`);
}

async function expectVisibleFocus(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    // Beyond the last element the focus belongs to the browser.
    if (!element || element === document.body) return null;
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    let ringed: Element | null = element;
    while (ringed) {
      const { outlineStyle, outlineWidth } = getComputedStyle(ringed);
      if (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) break;
      ringed = ringed.parentElement;
    }
    // Some part of it must not lie under a bar that sticks; a toast goes away by itself.
    const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
    const isUncovered = points.some(([x, y]) => {
      const on = document.elementFromPoint(left + width * x, top + height * y);
      if (!on) return false;
      return element.contains(on) || on.contains(element) || on.closest("[role=region]");
    });
    return {
      isUncovered,
      element: element.outerHTML.slice(0, 200),
      isFocusVisible: element.matches(":focus-visible"),
      hasRing: ringed !== null,
      isOnScreen:
        width > 0 &&
        height > 0 &&
        bottom > 0 &&
        right > 0 &&
        top < innerHeight &&
        left < innerWidth,
    };
  });
  if (!seen) return;
  expect(seen).toEqual({
    element: seen.element,
    ...{ isFocusVisible: true, hasRing: true, isOnScreen: true, isUncovered: true },
  });
}

/** The next page is there, and the focus at its beginning. */
async function arriveAt(page: Page, url: string | RegExp): Promise<void> {
  await page.waitForURL(url);
  await expect(page.getByRole("main")).toBeFocused();
}

for (const width of [390, 1280]) {
  test(`search, favourite, login, booking and payment by the keyboard at ${width} px`, async ({
    page,
    request,
    mailTo,
    baseURL,
  }) => {
    test.slow();
    const email = await newAccount(request, mailTo, baseURL);
    const session = await paidSession(request, width === 390 ? 16 : 17);
    await page.setViewportSize({ width, height: 844 });
    const { keyboard } = page;
    // By its address: the demo has other sessions of the same title, and any may come first.
    const card = page
      .getByRole("article")
      .filter({ has: page.locator(`a[href^="/session/${session.id}"]`) });

    await goAndSettle(page, "/");
    await tabTo(page, page.locator("main input[name=q]"));
    await keyboard.type(session.title);
    await keyboard.press("Enter");
    await arriveAt(page, /\/sessions\?q=/);

    const title = { name: `Favori : ${session.title}` };
    const heart = card.getByRole("button", title);
    await tabTo(page, heart);
    await keyboard.press("Enter");
    await expect(page.getByText("Connexion requise", { exact: true }).first()).toBeVisible();
    await expect(heart).toBeFocused();
    await expectVisibleFocus(page);

    // The key that leads into what has just been said; the favourite waits for this way only.
    await expect(async () => {
      await keyboard.press("F6");
      await expect(page.getByRole("region", { name: "Notifications" })).toBeFocused({
        timeout: 500,
      });
    }).toPass();
    await tabTo(page, page.locator("a[href*='favori=']").first());
    await keyboard.press("Enter");
    await arriveAt(page, /\/connexion/);
    await tabTo(page, page.getByLabel("E-mail", { exact: true }));
    await keyboard.type(email);
    await tabTo(page, page.getByLabel("Mot de passe", { exact: true }));
    await keyboard.type("parenthese");
    await keyboard.press("Enter");
    await expect(page.getByText("La session a été ajoutée à vos favoris").first()).toBeVisible();
    await arriveAt(page, /\/sessions\?q=/);

    // The toast goes by itself; until then, it keeps a tab stop for the way back to the heart.
    await expect(page.getByText("Ajouté aux favoris", { exact: true })).toHaveCount(0);
    await tabTo(page, page.getByRole("banner").getByRole("link", { name: /mon profil$/ }));
    await keyboard.press("Enter");
    await arriveAt(page, "/profil");
    await tabTo(page, page.getByRole("main").getByRole("link", { name: /^Mes favoris/ }));
    await keyboard.press("Enter");
    await arriveAt(page, "/favoris");
    await tabTo(page, card.getByRole("heading").getByRole("link"));
    await keyboard.press("Enter");
    await arriveAt(page, `/session/${session.id}`);
    await expect(page.getByRole("button", title).first()).toHaveAttribute("aria-pressed", "true");

    const chosen = page.locator("input[name=slotId]:checked");
    await tabTo(page, chosen);
    const first = await chosen.inputValue();
    await keyboard.press("ArrowDown");
    await expectVisibleFocus(page);
    await keyboard.press("ArrowUp");
    await expect(chosen).toHaveValue(first);
    await expectVisibleFocus(page);
    const pay = page.getByRole("button", { name: "Réserver et payer" });
    await tabTo(page, pay.first());
    await keyboard.press("Enter");

    // The provider's page, of which only the simulator's is ours.
    await page.locator("[name=cardNumber]").waitFor();
    for (const [name, value] of [
      ["cardNumber", CARDS.works],
      ["cardExpiry", "12 / 34"],
      ["cardCvc", "123"],
      ["billingName", "Louise Garnier"],
    ]) {
      await tabTo(page, page.locator(`[name=${name}]`));
      await keyboard.type(value ?? "");
    }
    await tabTo(page, page.getByRole("button", { name: /^Payer/ }));
    await keyboard.press("Enter");

    await expect(page.getByRole("heading", { name: "Paiement réussi !" })).toBeVisible();
    await tabTo(page, page.getByRole("link", { name: "Voir mon profil" }));
    await keyboard.press("Enter");
    await arriveAt(page, "/profil");
    await tabTo(
      page,
      page
        .getByRole("main")
        .getByRole("link", { name: /^Mes Sessions/ })
        .first(),
    );
    await keyboard.press("Enter");
    await expect(page.getByRole("listitem").filter({ hasText: session.title })).toContainText(
      "Confirmée",
    );
  });
}
