import type { Page } from "@playwright/test";
import { expect, holdBack, test } from "./fixtures.ts";
import { paidSession } from "./journeys.ts";

/**
 * Holds React's work back until `goOn`, since its scheduler asks for each turn by such a message:
 * from the first on, or each time it finds that a promise has not come, on which it notes a status.
 *
 * @returns waits until the page has said that so many times: to ask it would count as a touch.
 */
async function holdReact(
  page: Page,
  from: "first turn" | "promise",
): Promise<(step: "held" | "there", times?: number) => Promise<void>> {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.addInitScript((from) => {
    let going: PromiseWithResolvers<void> | undefined;
    let isAsked = false;
    const hold = () => {
      if (going) return;
      going = Promise.withResolvers();
      console.log("held");
    };
    const goOn = () => {
      going?.resolve();
      going = undefined;
    };
    Object.assign(window, { goOn });
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (...given: unknown[]) {
      if (from === "first turn" && !isAsked) hold();
      isAsked = true;
      const send = () => Reflect.apply(postMessage, this, given);
      if (going) going.promise.then(send);
      else send();
    };
    const statuses = new WeakMap<object, unknown>();
    Object.defineProperty(Promise.prototype, "status", {
      get() {
        const status = statuses.get(this);
        if (status === "pending" && from === "promise") hold();
        return status;
      },
      set(status) {
        statuses.set(this, status);
        if (status === "fulfilled") console.log("there");
      },
    });
  }, from);
  return (step, times = 1) =>
    expect.poll(() => said.filter((text) => text === step).length).toBeGreaterThanOrEqual(times);
}

const goOn = (page: Page) =>
  page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());

test("a page comes alive although its browser draws no frame", async ({ page, request }) => {
  const { id } = await paidSession(request, 16);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
  await page.goto(`/session/${id}`);
  // A shared page has it from its scripts alone.
  const key = page.locator("form#reservation input[name=cle]");
  await expect(key).toHaveValue(/^[\da-f-]{36}$/);
});

test("a filter chosen between the scripts and React's first work is not undone", async ({
  page,
}) => {
  const until = await holdReact(page, "first turn");
  await page.goto("/sessions?category=Massage", { waitUntil: "commit" });
  await until("held");
  await page.locator("select[name=price]").selectOption("20-40");
  await goOn(page);
  await expect(page).toHaveURL(/price=20-40/);
  await expect(page.locator("select[name=price]")).toHaveValue("20-40");
});

test("a click waits for code that comes while React is about to wait for it", async ({
  page,
  request,
}) => {
  const { id } = await paidSession(request, 18);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const giveCode = await holdBack(page, /screens-.*js/, "continue");
  const until = await holdReact(page, "promise");
  await page.goto(`/session/${id}`, { waitUntil: "commit" });
  await until("held");
  await page.getByLabel("Votre e-mail").evaluate((field: HTMLInputElement) => {
    field.value = "tard@example.fr";
  });
  // React begins anew with what somebody points at, which comes first.
  const button = page.getByRole("button", { name: "Réserver et payer" }).first();
  await button.hover();
  await goOn(page);
  await until("held", 2);
  await button.evaluate((button: HTMLButtonElement) => button.click());
  giveCode();
  await until("there");
  await goOn(page);
  await expect(page).toHaveURL(/\/c\/pay\//);
  expect(errors).toEqual([]);
});

test("a filter chosen while React is about to use code that has come is not undone", async ({
  page,
}) => {
  const giveCode = await holdBack(page, /screens-.*js/, "continue");
  const until = await holdReact(page, "promise");
  await page.goto("/sessions?category=Massage", { waitUntil: "commit" });
  await until("held");
  const price = page.locator("select[name=price]");
  await price.hover();
  await goOn(page);
  await until("held", 2);
  giveCode();
  await until("there");
  // It is told as « input » first, which lets React take the page over before « change » is told.
  await price.selectOption("20-40");
  await goOn(page);
  await expect(page).toHaveURL(/price=20-40/);
  await expect(price).toHaveValue("20-40");
});
