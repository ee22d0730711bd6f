import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";

export interface EndedPage {
  typed: [name: string, value: string][];
  /** A file cannot be sent again by the page. */
  hadFile: boolean;
  toast: ToastMessage;
}

/** Keeps a form sent without JavaScript until the login. @throws the answer to a visitor. */
export function keepSent(
  ctx: Context,
  request: Request,
  form: Iterable<[string, FormDataEntryValue]>,
  toast: ToastMessage,
): void {
  if (ctx.actor || !request.headers.get("accept")?.includes("text/html")) return;
  const fields = [...form];
  const typed = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const hadFile = fields.some(([, value]) => typeof value !== "string" && value.size > 0);
  const headers = { "Cache-Control": "no-store" };
  throw data({ typed, hadFile, toast } satisfies EndedPage, { status: 401, headers });
}
