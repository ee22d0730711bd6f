/*
 * The service worker. It answers for two things alone, and only where there is no network: the page
 * that says so, and « Mes sessions » on a device that was asked to keep it (rule: on-this-device).
 * Pages always come from the server, so that none is ever older than the server's; and it shows
 * notifications. What a page does with the same copies is in app/browser/device-copy.ts.
 */
const OFFLINE = "hors-ligne";
const OFFLINE_PAGE = "/hors-ligne";
const KEPT = "appareil ";
const OWN_SESSIONS = "/mes-sessions";
const LOG_OUT = "/deconnexion";
const DAY = 86_400_000;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePage());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), clients.claim()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(answerPage(event, pathname));
    // Without a script of the page, which would forget them first.
    else if (pathname === LOG_OUT) event.waitUntil(forget());
    return;
  }
  // Their names change with their contents, so that a kept one is the right one.
  if (["style", "font"].includes(request.destination) && pathname.startsWith("/assets/")) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});

async function answerPage(event, pathname) {
  let answer;
  try {
    answer = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const kept = await readKept();
    if (pathname === OWN_SESSIONS && kept) return kept;
    return (await readOfflinePage(Boolean(kept))) ?? Response.error();
  }
  if (answer.status === 401) event.waitUntil(forget());
  event.waitUntil(refreshOfflinePage());
  return answer;
}

/** « Mes sessions » without what is over by now, which the device forgets with it. */
async function readKept() {
  const [name] = (await caches.keys()).filter((key) => key.startsWith(KEPT));
  const cache = name && (await caches.open(name));
  const page = cache && (await cache.match(OWN_SESSIONS));
  if (!page) return null;
  const now = Date.now();
  const whole = await page.text();
  const left = whole.replace(/<article data-fin="(\d+)">.*?<\/article>/gs, (session, end) =>
    Number(end) > now ? session : "",
  );
  if (Number(page.headers.get("X-Forget-At")) < now || !left.includes("<article")) {
    await caches.delete(name);
    return null;
  }
  const init = { headers: page.headers };
  if (left !== whole) await cache.put(OWN_SESSIONS, new Response(left, init));
  return new Response(left, init);
}

async function readOfflinePage(hasKept) {
  const page = await (await caches.open(OFFLINE)).match(OFFLINE_PAGE);
  if (!page) return null;
  const whole = await page.text();
  const text = hasKept ? whole : whole.replace(/<p data-copie.*?<\/p>/s, "");
  return new Response(text, { status: 503, headers: page.headers });
}

async function refreshOfflinePage() {
  const page = await (await caches.open(OFFLINE)).match(OFFLINE_PAGE);
  if (page && Date.now() - Date.parse(page.headers.get("Date")) < DAY) return;
  await keepOfflinePage().catch(() => {});
}

/** The page with the style and the fonts that it names, all of the same release. */
async function keepOfflinePage() {
  const page = await fetch(OFFLINE_PAGE, { cache: "no-cache" });
  if (!page.ok || page.redirected) throw new Error(`${OFFLINE_PAGE} answered ${page.status}`);
  const files = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
  const cache = await caches.open(OFFLINE);
  await cache.addAll(new Set(files));
  await cache.put(OFFLINE_PAGE, page);
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(KEPT)) await caches.delete(name);
}

self.addEventListener("push", (event) => {
  const { title, text, path, tag } = event.data.json();
  const shown = { body: text, tag, lang: "fr", icon: "/icon-192.png", data: path };
  event.waitUntil(self.registration.showNotification(title, shown));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(event));
});

/** The push service has ended a subscription: another takes its place, as long as the login lasts. */
async function subscribeAgain({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration;
  const made =
    newSubscription ?? (oldSubscription && (await pushManager.subscribe(oldSubscription.options)));
  if (!made) return;
  const answer = await fetch("/api/v1/push-subscriptions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(made),
  });
  if (!answer.ok) await made.unsubscribe();
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data, location.origin)));
});

/** A window that shows the page already comes to the front; else the page gets one. */
async function open(page) {
  if (page.origin !== location.origin) return;
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === page.href);
  await (shown ? shown.focus() : clients.openWindow(page.href));
}
