import * as addresses from "#site/addresses.ts";

/* A cache under the owner's id, which public/sw.js reads too (rule: on-this-device). */

const KEPT = "appareil ";

let hasAny = false;

/** Caches exist only on HTTPS pages, and not in every window. */
const isPossible = () => "caches" in window && "serviceWorker" in navigator;

export async function keepsCopy(owner: string): Promise<boolean> {
  hasAny = isPossible() && (await caches.has(KEPT + owner));
  return hasAny;
}

/** Resolves to false when the login has ended or the network is gone. */
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

export async function dropCopies(owner?: string): Promise<void> {
  if (!isPossible()) return;
  const kept = owner && KEPT + owner;
  hasAny &&= Boolean(kept);
  for (const name of await caches.keys()) {
    if (name.startsWith(KEPT) && name !== kept) await caches.delete(name);
  }
}

/** @param viewer the user's id; null for a visitor, undefined where nobody knows. */
export async function startWorker(viewer: string | null | undefined): Promise<void> {
  if (!isPossible()) return;
  await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }).catch(() => {});
  if (viewer === undefined) return;
  await dropCopies(viewer ?? undefined);
  if (!viewer) return;
  addEventListener("click", openKept, true);
  if (await keepsCopy(viewer)) await keepCopy(viewer);
}

/** React Router would ask the server for data and stay where it is (rule: keep-the-page). */
function openKept(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (hasAny && !navigator.onLine && link?.pathname === addresses.ownSessions) {
    event.stopPropagation();
  }
}
