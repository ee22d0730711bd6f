import { redirect } from "react-router";
import { z } from "zod";
import type { AnalyticsEvent } from "../browser/track.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

export const FLASH_COOKIE = "toast";

const message = z.object({
  id: z.string(),
  /** The path of the page that it is for. */
  path: z.string(),
  title: z.string(),
  text: z.string().optional(),
  tone: z.enum(["success", "danger"]),
  events: z.array(z.custom<AnalyticsEvent>((event) => event instanceof Object)).optional(),
});

/**
 * Redirects with a toast and analytics events for the page at `to`. Both travel in a cookie that this
 * page reads once: others, loaded in another tab at the same moment, leave it there.
 */
export function redirectWithToast(
  to: string,
  toast: ToastMessage & { events?: AnalyticsEvent[] },
  headers = new Headers(),
) {
  const { pathname: path } = new URL(to, "http://any.test");
  const value = JSON.stringify({ ...toast, path, id: crypto.randomUUID() });
  headers.append("set-cookie", writeCookie(FLASH_COOKIE, value, { maxAge: 60 }));
  return redirect(to, { headers });
}

/**
 * The toast and the events that a redirect left for the page at this path, and the header that deletes
 * them. A value that is not ours (people edit cookies) is silently dropped.
 */
export function takeFlash(
  request: Request,
  path: string,
): {
  flash: (ToastMessage & { id: string }) | null;
  events?: AnalyticsEvent[] | undefined;
  headers: Headers;
} {
  const headers = new Headers();
  const raw = readCookie(request, FLASH_COOKIE);
  if (!raw) return { flash: null, headers };
  const found = parseFlash(raw);
  if (found && found.path !== path) return { flash: null, headers };
  headers.append("set-cookie", writeCookie(FLASH_COOKIE, "", { maxAge: 0 }));
  if (!found) return { flash: null, headers };
  const { events, path: _, ...flash } = found;
  return { flash, events, headers };
}

function parseFlash(raw: string): z.infer<typeof message> | null {
  try {
    return message.parse(JSON.parse(raw));
  } catch {
    return null;
  }
}
