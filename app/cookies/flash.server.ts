import { redirect } from "react-router";
import { z } from "zod";
import type { AnalyticsEvent } from "../browser/track.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";
import { readCookie, writeCookie } from "./cookies.server.ts";

export const FLASH_COOKIE = "toast";

const message = z.object({
  id: z.string(),
  path: z.string(),
  title: z.string(),
  text: z.string().optional(),
  tone: z.enum(["success", "danger"]).optional(),
  events: z.array(z.custom<AnalyticsEvent>((event) => event instanceof Object)).optional(),
});

/** Keeps toast and events in a cookie that only the page at `to` reads, once. */
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

/** Drops a value that is not ours, since people edit cookies. */
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
