import type { Page } from "@playwright/test";
import { expect, expectSound, test } from "./fixtures.ts";

const what = (page: Page) => page.getByLabel("Quoi ?");
const where = (page: Page) => page.getByLabel("Où ?");
const options = (page: Page) =>
  page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");
const chosen = (page: Page) => page.locator("[role=option][data-highlighted]");

/** Takes the first suggestion that fits everything typed. */
async function choose(page: Page): Promise<void> {
  await page.keyboard.press("ArrowDown");
  await expect(chosen(page)).toHaveCount(1);
  await page.keyboard.press("Enter");
}

/** On a phone the fields of the list unfold first. */
async function openList(page: Page, address: string, width: number) {
  await page.goto(address);
  if (width < 768) await page.getByRole("button", { name: /Modifier la recherche/ }).click();
}

for (const { name, width } of [
  { name: "phone", width: 390 },
  { name: "desktop", width: 1280 },
]) {
  test.describe(`by the keyboard alone (${name})`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("on the home page a choice fills its field and waits", async ({ page }) => {
      await page.goto("/");
      await what(page).focus();
      await page.keyboard.type("medi");
      await expect(options(page).first()).toHaveText("Méditation");
      await expect(options(page).first().locator("mark")).toHaveText("Médi");
      await expect(page.getByRole("status").filter({ hasText: /suggestion/ })).toBeAttached();
      await expect(what(page)).toHaveAttribute("aria-expanded", "true");
      await page.keyboard.press("ArrowDown");
      await expect(chosen(page)).toHaveText("Méditation");
      await page.keyboard.press("Enter");
      await expect(what(page)).toHaveValue("Méditation");
      await expect(what(page)).toBeFocused();
      await expect(options(page)).toHaveCount(0);
      await expect(page).toHaveURL(/\/$/);

      await page.keyboard.press("Tab");
      await page.keyboard.type("LYO");
      await expect(options(page)).toHaveText(["Lyon"]);
      await expect(options(page).locator("mark")).toHaveText("Lyo");
      await choose(page);
      await expect(where(page)).toHaveValue("Lyon");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/sessions\?q=M%C3%A9ditation&location=Lyon$/);
    });

    test("what was typed is searched when nothing is chosen", async ({ page }) => {
      await page.goto("/");
      await where(page).focus();
      await page.keyboard.type("lyo");
      await expect(options(page)).toHaveText(["Lyon"]);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/sessions\?location=lyo$/);
    });

    test("in the list a choice searches at once", async ({ page }) => {
      await openList(page, "/sessions?category=Yoga&price=20-40", width);
      await where(page).focus();
      await page.keyboard.type("6900");
      await expect(options(page).first()).toHaveText(/^6900\d Lyon$/);
      await expect(options(page).first().locator("mark")).toHaveText("6900");
      await choose(page);
      await expect(page).toHaveURL(/location=6900\d\+Lyon&category=Yoga&price=20-40$/);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      // An activity takes the place of the category, and leaves the rest.
      await openList(page, "/sessions?category=Yoga&location=Lyon&q=doux", width);
      await what(page).fill("massa");
      await expect(options(page).first()).toHaveText("Massage");
      await choose(page);
      await expect(page).toHaveURL(/\/sessions\?location=Lyon&category=Massage$/);
      await expect(what(page)).toHaveValue("");
    });

    test("Escape closes the suggestions and nothing else", async ({ page }) => {
      await openList(page, "/sessions", width);
      await what(page).focus();
      await page.keyboard.type("yo");
      await expect(options(page).first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(options(page)).toHaveCount(0);
      await expect(what(page)).toHaveValue("yo");
      await expect(what(page)).toBeFocused();
      await page.keyboard.press("ArrowDown");
      await expect(options(page).first()).toBeVisible();
      await page.keyboard.press("Tab");
      await expect(options(page)).toHaveCount(0);
      await expect(where(page)).toBeFocused();
    });

    test("a practitioner leads to their page", async ({ page, request }) => {
      const { data } = await (await request.get("/api/v1/professionals?limit=1")).json();
      await page.goto("/");
      await what(page).focus();
      await page.keyboard.type(data[0].business_name);
      const person = options(page).first();
      await expect(person).toContainText("Praticien");
      await expect(person.locator("mark").first()).toHaveText(data[0].business_name);
      await choose(page);
      await expect(page).toHaveURL(new RegExp(`/praticiens/${data[0].id}$`));
    });

    test("axe finds nothing while the suggestions are open", async ({ page }) => {
      for (const path of ["/", "/sessions"]) {
        if (path === "/") await page.goto(path);
        else await openList(page, path, width);
        await what(page).fill("yo");
        await expect(options(page).first()).toBeVisible();
        const heights = await options(page).evaluateAll((all) =>
          all.map((option) => option.getBoundingClientRect().height),
        );
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
        await expectSound(page, [width]);
      }
    });
  });
}

test.describe("by touch", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test("a city is chosen in the unfolded fields of the list", async ({ page }) => {
    await openList(page, "/sessions", 390);
    await where(page).tap();
    await page.keyboard.type("mars");
    await options(page).filter({ hasText: "Marseille" }).tap();
    await expect(page).toHaveURL(/\/sessions\?location=Marseille$/);
    await expect(where(page)).toBeHidden();
  });
});

test("the field that is being typed into stays as it is when the suggestions arrive", async ({
  page,
}) => {
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/search-suggestions/, async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto("/");
  await what(page).fill("mazsage");
  await what(page).evaluate((input: HTMLInputElement) => {
    input.setSelectionRange(2, 4);
    Object.assign(window, { field: input });
  });
  const before = await page.locator("form").first().boundingBox();
  await expect(what(page)).not.toHaveAttribute("role", "combobox");
  arrive();
  await expect(what(page)).toHaveAttribute("role", "combobox");
  // Somebody who was faster than the script need not type again.
  await expect(options(page).first()).toHaveText("Massage");
  expect(
    await what(page).evaluate((input: HTMLInputElement) => ({
      isSame: input === Object.getOwnPropertyDescriptor(window, "field")?.value,
      isFocused: input === document.activeElement,
      selection: [input.selectionStart, input.selectionEnd],
      value: input.value,
    })),
  ).toEqual({ isSame: true, isFocused: true, selection: [2, 4], value: "mazsage" });
  expect(await page.locator("form").first().boundingBox()).toEqual(before);
  await page.keyboard.type("ss");
  await expect(what(page)).toHaveValue("massage");
});

test("what is typed before the page is alive stays", async ({ page }) => {
  let arrive = () => {};
  const waiting = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await waiting;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  await where(page).fill("lyo");
  arrive();
  await expect(options(page)).toHaveText(["Lyon"]);
  await expect(where(page)).toHaveValue("lyo");
});

test("a composition goes on while the suggestions arrive", async ({ page }) => {
  await page.goto("/");
  const client = await page.context().newCDPSession(page);
  await where(page).focus();
  await expect(where(page)).toHaveAttribute("role", "combobox");
  await client.send("Input.imeSetComposition", { text: "nim", selectionStart: 3, selectionEnd: 3 });
  await expect(where(page)).toHaveValue("nim");
  await client.send("Input.imeSetComposition", { text: "nîm", selectionStart: 3, selectionEnd: 3 });
  await expect(where(page)).toHaveValue("nîm");
  await client.send("Input.insertText", { text: "nîm" });
  await expect(where(page)).toHaveValue("nîm");
});

test("without an answer, or without the script, the field is a field", async ({ page }) => {
  await page.route(/\/api\/v1\/suggestions/, (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto("/");
  const failed = page.waitForResponse(/\/api\/v1\/suggestions/);
  await where(page).fill("lyon");
  await failed;
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sessions\?location=lyon$/);

  await page.route(/search-suggestions/, (route) => route.abort());
  await page.goto("/");
  await where(page).fill("brest");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sessions\?location=brest$/);
});

test("only what is still typed is asked for, and without a cookie", async ({ page, context }) => {
  await context.addCookies([{ name: "essai", value: "1", domain: "localhost", path: "/" }]);
  const asked: string[] = [];
  page.on("request", async (request) => {
    if (!request.url().includes("/api/v1/suggestions")) return;
    asked.push(new URL(request.url()).searchParams.get("q") ?? "");
    expect((await request.allHeaders()).cookie).toBeUndefined();
  });
  await page.goto("/");
  await what(page).focus();
  await expect(what(page)).toHaveAttribute("role", "combobox");
  await page.keyboard.type("massage");
  await expect(options(page).first()).toHaveText("Massage");
  await expect.poll(() => asked.at(-1)).toBe("massage");
  expect(asked.length).toBeLessThan("massage".length);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the two fields search what was typed", async ({ page }) => {
    await page.goto("/");
    await what(page).fill("yoga");
    await where(page).fill("Lyon");
    await page.getByRole("button", { name: "Rechercher" }).click();
    await expect(page).toHaveURL(/\/sessions\?q=yoga&location=Lyon$/);
    await expect(what(page)).toHaveValue("yoga");
  });
});
