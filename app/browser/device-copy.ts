import * as addresses from "#site/addresses.ts";

/*
 * A device keeps its owner's sessions to be read without a network (rule: on-this-device), in a
 * cache under the owner's id, whose being there is the choice to keep it. The service worker reads
 * it (public/sw.js, which has the same names), and whoever ends a login drops it.
 */

const KEPT = "appareil ";

/** Whether this device keeps anything, as far as this page has seen. */
let hasAny = false;

/** Caches are there on pages with HTTPS alone, and not in every window. */
const isPossible = () => "caches" in window && "serviceWorker" in navigator;

/** Whether this device keeps somebody's sessions. */
export async function keepsCopy(owner: string): Promise<boolean> {
  hasAny = isPossible() && (await caches.has(KEPT + owner));
  return hasAny;
}

/**
 * Fetches somebody's sessions and keeps them on this device, in the place of what it kept.
 *
 * @returns whether it does: the login may have ended, or the network be gone.
 */
export async function keepCopy(owner: string): Promise<boolean> {
  if (!isPossible()) return false;
  try {
    const page = await fetch(addresses.onThisDevice, { cache: "no-store" });
    if (page.status === 401) await dropCopies();
    if (!page.ok) return false;
    const files = (await page.clone().text()).match(/\/assets\/[\w.-]+/g) ?? [];
    const cache = await caches.open(KEPT + owner);
    await Promise.all([...new Set(files)].map((file) => cache.add(file)));
    await cache.put(addresses.ownSessions, page);
    hasAny = true;
    return true;
  } catch {
    return false;
  }
}

/** Deletes what this device keeps, or all but what it keeps of `owner`. */
export async function dropCopies(owner?: string): Promise<void> {
  if (!isPossible()) return;
  const kept = owner && KEPT + owner;
  hasAny &&= Boolean(kept);
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== kept) await caches.delete(name);
  }
}

/**
 * Starts the service worker, once the page is there, and sees to what this device keeps: it is of
 * nobody but who is logged in, and brought up to date for them.
 *
 * @param viewer the id of who is logged in; null for a visitor, undefined where nobody knows.
 */
export async function startWorker(viewer: string | null | undefined): Promise<void> {
  if (!isPossible()) return;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  if (viewer === undefined) return;
  await dropCopies(viewer ?? undefined);
  if (!viewer) return;
  addEventListener("click", openKept, true);
  if (await keepsCopy(viewer)) await keepCopy(viewer);
}

/**
 * Without a network a link to « Mes sessions » loads a document, which the service worker has; React
 * Router would ask the server for data and stay where it is (rule: keep-the-page).
 */
function openKept(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (hasAny && !navigator.onLine && link?.pathname === addresses.ownSessions) {
    event.stopPropagation();
  }
}
