import type { BrowserContext, Page } from "@playwright/test";
import { addDays, dayKey } from "#core/dates.ts";
import { INES } from "#db/demo/accounts.ts";
import { WROTE_COOKIE } from "#site/cookies.ts";
import { makeDevice } from "#test/make/push-devices.ts";
import { expect, expectSound, test as shared } from "./fixtures.ts";
import { bookAs, newAccount, publishAs, signIn } from "./journeys.ts";

const CAMILLE = "camille@example.fr";
const KEEP = "Garder mes sessions sur cet appareil";

/** Somebody with two sessions to come, which no other test changes. */
const test = shared.extend<{ booked: string }>({
  booked: async ({ request, mailTo, baseURL }, use) => {
    const email = await newAccount(request, mailTo, baseURL);
    for (const days of [34, 35]) {
      const date = addDays(dayKey(new Date()), days);
      await bookAs(request, email, await publishAs(request, INES.email, { price: 0, date }));
    }
    await use(email);
  },
});

test.use({ serviceWorkers: "allow" });

/** Waits until the service worker answers for the page, as it does from the next page on. */
async function untilServed(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The names of what the device keeps of somebody. */
const kept = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("appareil ")));

/** The page may be on its way to another one meanwhile. */
async function untilForgotten(page: Page): Promise<void> {
  await expect(async () => expect(await kept(page)).toEqual([])).toPass();
}

/** Has the device keep somebody's sessions, and gives their codes of presence. */
async function keepSessions(page: Page, email = CAMILLE): Promise<string[]> {
  await signIn(page, email);
  await page.goto("/mes-sessions");
  await untilServed(page);
  await page.getByRole("button", { name: KEEP }).click();
  await expect(page.getByText("Codes et adresses se lisent sans réseau.")).toBeVisible();
  const codes = await page.getByText(/^Votre code de présence/).allInnerTexts();
  expect(codes.length).toBeGreaterThan(0);
  return codes.map((text) => text.replace(/\D/g, ""));
}

async function cut(context: BrowserContext): Promise<void> {
  await context.setOffline(true);
}

test("« Mes sessions » is read without a network: codes, addresses, and since when (rule: on-this-device)", async ({
  page,
  context,
  booked,
}) => {
  const codes = await keepSessions(page, booked);
  expect(codes).toHaveLength(2);
  // The page that is open leads there too.
  await page.goto("/favoris");
  await untilServed(page);
  await cut(context);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Ouvrir le menu" }).click();
  await page.getByRole("link", { name: "Mes Sessions", exact: true }).first().click();
  await expect(page.getByText("Hors connexion. Voici ce que cet appareil a gardé")).toBeVisible();
  for (const code of codes)
    await expect(page.getByText(code, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("img", { name: /^QR du code/ }).first()).toBeVisible();
  await expectSound(page);

  // From anywhere else an honest page leads there.
  await page.goto("/sessions?q=yoga");
  await expect(page.getByRole("heading", { name: "Vous êtes hors connexion" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "Mes sessions, gardées sur cet appareil" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Mes Sessions" })).toBeVisible();

  await context.setOffline(false);
  await page.reload();
  await expect(page.getByText("Hors connexion.")).toBeHidden();
  await expect(page.getByRole("button", { name: "Effacer mes sessions" })).toBeVisible();
});

test("without a network a visitor is told so, and nothing that could be old is shown", async ({
  page,
  context,
}) => {
  await page.goto("/");
  await untilServed(page);
  // It keeps its own page once it is there.
  await page.waitForFunction(async () => Boolean(await caches.match("/hors-ligne")));
  await cut(context);
  await page.goto("/praticiens");
  await expect(page.getByRole("heading", { name: "Vous êtes hors connexion" })).toBeVisible();
  await expect(page.getByRole("link", { name: /gardées sur cet appareil/ })).toBeHidden();
  await expectSound(page);
  await page.goto("/mes-sessions");
  await expect(page.getByRole("heading", { name: "Vous êtes hors connexion" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { name: "Mes Sessions" })).toBeVisible();
});

test("a logout takes it away, with or without a network", async ({ page, context }) => {
  for (const isCut of [false, true]) {
    await context.setOffline(false);
    await keepSessions(page);
    expect(await kept(page)).toHaveLength(1);
    await context.setOffline(isCut);
    await page.getByRole("button", { name: "Déconnexion" }).filter({ visible: true }).click();
    await untilForgotten(page);
    // The logout leads to another page, whose arrival would end one that is asked for meanwhile.
    if (isCut)
      await expect(page.getByRole("heading", { name: "Vous êtes déconnecté" })).toBeVisible();
    else await page.waitForURL("/");
    await expect(page.getByRole("link", { name: "Se connecter" })).toBeVisible();
    await cut(context);
    await page.goto("/mes-sessions");
    await expect(page.getByRole("heading", { name: "Vous êtes hors connexion" })).toBeVisible();
    expect(await page.content()).not.toContain("Votre code de présence");
  }
});

test("so does a login that ends, and the next person's", async ({ page, context }) => {
  await keepSessions(page);
  await context.clearCookies();
  await page.goto("/contact");
  await untilForgotten(page);

  await keepSessions(page);
  await context.clearCookies();
  await signIn(page, "sam@example.fr");
  await page.goto("/contact");
  await untilForgotten(page);
});

test("a session that is over is read no more, nor anything once the login would have ended", async ({
  page,
  context,
  booked,
}) => {
  await keepSessions(page, booked);
  /** Rewrites what is kept, as if time had passed. */
  const age = (found: string, replaced: string, forgetAt?: string) =>
    page.evaluate(
      async ([pattern, text, end]) => {
        const [name = ""] = (await caches.keys()).filter((key) => key.startsWith("appareil "));
        const cache = await caches.open(name);
        const copy = await cache.match("/mes-sessions");
        const headers = new Headers(copy?.headers);
        if (end) headers.set("X-Forget-At", end);
        const html = ((await copy?.text()) ?? "").replace(new RegExp(pattern ?? ""), text ?? "");
        await cache.put("/mes-sessions", new Response(html, { headers }));
      },
      [found, replaced, forgetAt] as const,
    );
  await age('data-fin="\\d+"', 'data-fin="1"');
  await cut(context);
  await page.goto("/mes-sessions");
  await expect(page.locator("article")).toHaveCount(1);
  await age("$^", "", "1");
  await page.goto("/mes-sessions");
  await expect(page.getByRole("heading", { name: "Vous êtes hors connexion" })).toBeVisible();
  expect(await kept(page)).toEqual([]);
});

test("pages come from the server each time, and the worker is asked for anew (rule: on-this-device)", async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto("/contact");
  await untilServed(page);
  // A cookie of ours has the page made for its visitor, with an id of its own.
  await page.context().addCookies([{ name: WROTE_COOKIE, value: "1", url: String(baseURL) }]);
  const shown: (string | null)[] = [];
  for (let visit = 0; visit < 2; visit += 1) {
    const answer = await page.goto("/contact");
    expect(answer?.status()).toBe(200);
    shown.push((await answer?.headerValue("x-request-id")) ?? null);
  }
  expect(new Set(shown).size).toBe(2);
  const script = await request.get("/sw.js");
  expect(script.headers()["cache-control"]).toBe("no-cache");
  expect((await script.body()).length).toBeLessThan(6_000);
  // An older offline page gives way to the server's after a day.
  await page.evaluate(async () => {
    const cache = await caches.open("hors-ligne");
    const headers = { Date: new Date(Date.now() - 90_000_000).toUTCString() };
    await cache.put("/hors-ligne", new Response("old", { headers }));
  });
  await page.goto("/contact");
  await page.waitForFunction(async () =>
    (await (await caches.match("/hors-ligne"))?.text())?.includes("hors connexion"),
  );
});

test("topics are chosen without a script, and devices removed", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: String(baseURL) });
  const page = await context.newPage();
  await signIn(page, CAMILLE);
  const { subscription } = makeDevice();
  const added = await page.request.post("/api/v1/push-subscriptions", {
    headers: { "sec-fetch-site": "same-origin" },
    data: subscription,
  });
  expect(added.status()).toBe(201);
  await page.goto("/profil/notifications");
  const panel = page.getByRole("region", { name: "Par notification" });
  await expect(panel.getByRole("checkbox")).toHaveCount(4);
  await panel.getByLabel("Alertes").uncheck();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByText("Choix enregistrés")).toBeVisible();
  await expect(panel.getByLabel("Alertes")).not.toBeChecked();
  await expect(panel.getByLabel("Annulations et changements d'heure")).toBeChecked();
  await panel.getByLabel("Alertes").check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(panel.getByLabel("Alertes")).toBeChecked();
  const devices = page.getByRole("region", { name: "Appareils prévenus" });
  // Other tests add devices to the same account.
  const own = devices.getByRole("listitem").filter({ hasText: "Cet appareil" });
  await own.getByRole("button", { name: /^Retirer/ }).click();
  await expect(page.getByText("Appareil retiré")).toBeVisible();
  await expect(own).toBeHidden();
  await context.close();
});

test("a browser subscribes by its own service, is listed, and says so when that service fails", async ({
  page,
}) => {
  const { subscription } = makeDevice();
  // The browser's vendor is out of reach of a test, and a browser without a window grants nothing:
  // this stands in for both.
  await page.addInitScript((given) => {
    Object.defineProperty(Notification, "permission", { get: () => "default" });
    Notification.requestPermission = async () => "granted";
    let isDown = true;
    PushManager.prototype.subscribe = async () => {
      if (!isDown) return { toJSON: () => given } as unknown as PushSubscription;
      isDown = false;
      throw new DOMException("Registration failed", "AbortError");
    };
  }, subscription);
  await signIn(page, CAMILLE);
  await page.goto("/profil/notifications");
  await untilServed(page);
  const devices = page.getByRole("region", { name: "Appareils prévenus" });
  await devices.getByRole("button", { name: "Prévenir cet appareil" }).click();
  await expect(devices.getByText(/n'a pas pu s'inscrire/)).toBeVisible();
  await expectSound(page);
  await devices.getByRole("button", { name: "Prévenir cet appareil" }).click();
  await expect(devices.getByText("Cet appareil", { exact: true })).toBeVisible();
  await expectSound(page);
});

test("a subscription that its push service ends is followed by another, which the server learns", async ({
  page,
  context,
}) => {
  await signIn(page, CAMILLE);
  await page.goto("/profil/notifications");
  await untilServed(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  const change = (given: object) =>
    worker.evaluate(async (subscription) => {
      let isLetGo = false;
      let work: Promise<unknown> | undefined;
      const made = { toJSON: () => subscription, unsubscribe: async () => (isLetGo = true) };
      // The push service is out of reach of a test: this stands in for what it says.
      const event = Object.assign(new Event("pushsubscriptionchange"), {
        ...{ oldSubscription: null, newSubscription: made },
        waitUntil: (promise: Promise<unknown>) => {
          work = promise;
        },
      });
      self.dispatchEvent(event);
      await work;
      return isLetGo;
    }, given);
  expect(await change(makeDevice().subscription)).toBe(false);
  await page.reload();
  const devices = page.getByRole("region", { name: "Appareils prévenus" });
  const own = devices.getByRole("listitem").filter({ hasText: "Cet appareil" });
  await expect(own).toHaveCount(1);
  // A second one takes its place, and nobody is told without a login.
  expect(await change(makeDevice().subscription)).toBe(false);
  await page.reload();
  await expect(own).toHaveCount(1);
  await context.clearCookies();
  expect(await change(makeDevice().subscription)).toBe(true);
});

test("a notification is shown with its words, in the place of an earlier one of the same mark", async ({
  page,
  context,
  baseURL,
}) => {
  const cdp = await context.newCDPSession(page);
  const ids: string[] = [];
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
    ids.push(...registrations.map(({ registrationId }) => registrationId));
  });
  await cdp.send("ServiceWorker.enable");
  await page.goto("/contact");
  await untilServed(page);
  await expect.poll(() => ids.length).toBeGreaterThan(0);
  const [worker] = context.serviceWorkers();
  // A browser without a window shows none, so the worker says what it would show.
  await worker?.evaluate(() => {
    const scope = self as unknown as { registration: object; shown: unknown[] };
    scope.shown = [];
    Object.assign(scope.registration, {
      showNotification: async (...shown: unknown[]) => void scope.shown.push(shown),
    });
  });
  const message = { title: "Demain à 18:30", text: "Yoga doux", path: "/mes-sessions", tag: "a" };
  await cdp.send("ServiceWorker.deliverPushMessage", {
    ...{ origin: String(baseURL), registrationId: ids[0] ?? "", data: JSON.stringify(message) },
  });
  const shown = () => worker?.evaluate(() => (self as unknown as { shown: unknown[] }).shown);
  const icon = "/icon-192.png";
  await expect
    .poll(shown)
    .toEqual([
      ["Demain à 18:30", { body: "Yoga doux", tag: "a", lang: "fr", icon, data: "/mes-sessions" }],
    ]);
});

test("a tap on a notification leads to its page: the window that shows it, else a new one", async ({
  page,
  context,
  baseURL,
}) => {
  await page.goto("/contact");
  await untilServed(page);
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error("no service worker");
  // A browser without a window lets nobody tap: this stands in for the tap, and for what it opens.
  const tap = (path: string) =>
    worker.evaluate(async (data) => {
      const led: string[] = [];
      let work: Promise<unknown> | undefined;
      const { clients } = self as unknown as { clients: object };
      Object.assign(clients, { openWindow: async (href: string) => void led.push(href) });
      const focus = async function (this: { url: string }) {
        led.push(`shown: ${this.url}`);
      };
      const scope = self as unknown as { WindowClient: { prototype: object } };
      Object.assign(scope.WindowClient.prototype, { focus });
      const event = Object.assign(new Event("notificationclick"), {
        notification: { data, close: () => led.push("closed") },
        waitUntil: (promise: Promise<unknown>) => {
          work = promise;
        },
      });
      self.dispatchEvent(event);
      await work;
      return led;
    }, path);
  const origin = new URL(String(baseURL)).origin;
  // An alert, a seat that waits for its client, a reminder.
  for (const path of ["/alertes", "/session/1?creneau=2", "/mes-sessions"]) {
    expect(await tap(path)).toEqual(["closed", `${origin}${path}`]);
  }
  expect(await tap("/contact")).toEqual(["closed", `shown: ${origin}/contact`]);
  expect(await tap("https://ailleurs.example/")).toEqual(["closed"]);
});
