import { createMiddleware } from "hono/factory";
import { drawFailure } from "#app/failures/failure-page.server.tsx";
import { createMatcher } from "#app/page-table.server.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import { QueueFull } from "#platform/fair-queue.server.ts";
import type { SiteEnv } from "./env.ts";

/**
 * Forms with passwords, without a script. Programs and our own script get answers without a page,
 * which cost little, so they wait for their turn where the password is read.
 */
const isPasswordForm = createMatcher((page) => page.takesPassword);

/**
 * Waits for the password's turn, and refuses one whose turn will not come before a page is made for
 * it, which would take longer.
 */
export const queuePasswords = createMiddleware<SiteEnv>(async (c, next) => {
  const ctx = c.get("ctx");
  const { address, passwords } = ctx;
  if (c.req.method !== "POST" || address === null || !isPasswordForm(c.req.path)) return next();
  try {
    await passwords.enter(address);
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
    return c.html(busyPage(c.req.path), 503);
  }
  // It has had its turn when the password is read.
  c.set("ctx", { ...ctx, passwords: { ...passwords, enter: () => Promise.resolve() } });
  return next();
});

/** The answer to a form whose turn did not come, rendered once for each of the few addresses. */
function busyPage(path: string): string {
  const known = busyPages.get(path);
  if (known) return known;
  const page = drawFailure(path, 503, null, {
    title: "Beaucoup de monde en ce moment",
    text: ERROR_MESSAGES.busy,
  });
  busyPages.set(path, page);
  return page;
}
const busyPages = new Map<string, string>();
