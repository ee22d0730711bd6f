import type { Page } from "@playwright/test";

/**
 * Waits until React has taken over the server's HTML, where there is a script to do so: a part within
 * a Suspense boundary comes after the rest. HTML that is given to React as such stays the server's.
 */
export async function untilAlive(page: Page): Promise<void> {
  await page.waitForFunction(isAlive, null, { polling: 20 });
}

/**
 * Waits until React has begun to take over a page that was only committed, whatever of it waits for
 * more code.
 */
export async function untilBegun(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A document whose first bytes have come may have no body yet.
    const body: HTMLElement | null = document.body;
    return body !== null && Object.keys(body).some((name) => name.startsWith("__reactProps"));
  });
}

function isAlive(): boolean {
  // A page that has led elsewhere meanwhile may have no body yet.
  if (document.readyState === "loading") return false;
  // As a person who comes near: some screens wait for that.
  window.dispatchEvent(new Event("pointermove"));
  const propsOf = (element: Element) => {
    const key = Object.keys(element).find((name) => name.startsWith("__reactProps"));
    return key === undefined ? undefined : element[key as keyof Element];
  };
  const isTaken = (element: Element) => {
    let owner: Element | null = element;
    while (owner && !propsOf(owner)) owner = owner.parentElement;
    return owner === element || (owner && "dangerouslySetInnerHTML" in Object(propsOf(owner)));
  };
  const touchable = document.body.querySelectorAll("a, button, form, input, select, textarea");
  return (
    !("__reactRouterContext" in window) ||
    (propsOf(document.body) !== undefined && [...touchable].every(isTaken))
  );
}
