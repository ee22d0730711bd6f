import { redirect } from "react-router";
import { isAppError } from "#core/errors.ts";
import { copyFileName, exportData } from "#core/privacy/copy/export-data.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import type { Route } from "./+types/mes-donnees";

/** Indented JSON, so that people can read it too (rule: data-copy). */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return redirect(addresses.logInThen(addresses.profile));
  try {
    const copy = await exportData(ctx);
    return new Response(JSON.stringify(copy, null, 2), {
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": `attachment; filename="${copyFileName(copy)}"`,
        "Cache-Control": "private, no-store",
      },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return redirectWithToast(addresses.profile, {
      title: "Erreur",
      text: error.message,
      tone: "danger",
    });
  }
}
