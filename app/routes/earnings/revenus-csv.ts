import { redirect } from "react-router";
import { exportEarnings } from "#core/earnings/list-earnings.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/revenus-csv";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  if (!ctx.actor) return redirect(addresses.logInThen(addresses.earnings));
  const year = new URL(request.url).searchParams.get("annee") ?? undefined;
  const { filename, content } = await exportEarnings(ctx, { year }).catch(asPage);
  return new Response(content, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
