import { redirect } from "react-router";
import { z } from "zod";
import type { AnalyticsEvent } from "../browser/track.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

export const FLASH_COOKIE = "toast";

const message = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string().optional(),
  tone: z.enum(["success", "danger"]),
  events: z.array(z.custom<AnalyticsEvent>((event) => event instanceof Object)).optional(),
});

/**
 * Redirects with a toast and analytics events for the next page. Both travel in a cookie that is
 * read once.
 */
export function redirectWithToast(
  to: string,
  toast: ToastMessage & { events?: AnalyticsEvent[] },
  headers = new Headers(),
) {
  const value = JSON.stringify({ ...toast, id: crypto.randomUUID() });
  headers.append("set-cookie", writeCookie(FLASH_COOKIE, value, { maxAge: 60 }));
  return redirect(to, { headers });
}

/**
 * The toast and the events that a redirect left for this page, and the header that deletes them. A
 * value that is not ours (people edit cookies) is silently dropped.
 */
export function takeFlash(request: Request): {
  flash: (ToastMessage & { id: string }) | null;
  events?: AnalyticsEvent[] | undefined;
  headers: Headers;
} {
  const headers = new Headers();
  const raw = readCookie(request, FLASH_COOKIE);
  if (!raw) return { flash: null, headers };
  headers.append("set-cookie", writeCookie(FLASH_COOKIE, "", { maxAge: 0 }));
  try {
    const { events, ...flash } = message.parse(JSON.parse(raw));
    return { flash, events, headers };
  } catch {
    return { flash: null, headers };
  }
}
