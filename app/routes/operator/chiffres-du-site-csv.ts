import { exportSiteFigures } from "#core/figures/site/export-site-figures.server.ts";
import { operatorContext } from "../../context.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import type { Route } from "./+types/chiffres-du-site-csv";

/** `tableau`: heures, villes, parcours, places, recherches or confiance. */
export async function loader(args: Route.LoaderArgs) {
  const ctx = operatorContext(args);
  const asked = new URL(args.request.url).searchParams;
  const input = { table: asked.get("tableau"), period: asked.get("periode") };
  const { filename, content } = await exportSiteFigures(ctx, input).catch(asPage);
  return new Response(content, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
