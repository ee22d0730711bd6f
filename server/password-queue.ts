import { createMiddleware } from "hono/factory";
import { drawFailure } from "#app/failures/failure-page.server.tsx";
import { createMatcher } from "#app/page-table.server.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import { QueueFull } from "#platform/fair-queue.server.ts";
import type { SiteEnv } from "./env.ts";

/** Only forms without a script, since other answers cost little. */
const isPasswordForm = createMatcher((page) => page.takesPassword);

/** Refuses a turn in vain before a page is rendered, which would take longer. */
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
  c.set("ctx", { ...ctx, passwords: { ...passwords, enter: () => Promise.resolve() } });
  return next();
});

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
