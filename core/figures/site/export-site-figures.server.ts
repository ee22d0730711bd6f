import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { parseInput } from "../../parse.ts";
import { csvLine, harmless } from "../../texts/csv.ts";
import type { Places } from "../rules.ts";
import { BEFORE_LABELS, categoryLabel, PERIOD_LABELS, STEP_LABELS, townLabel } from "./labels.ts";
import { STEPS } from "./rules.ts";
import { type SiteFigures, siteFiguresTable } from "./schema.ts";
import { showSiteFigures } from "./show-site-figures.server.ts";

/**
 * One table of {@link showSiteFigures} for French spreadsheets: semicolons, decimal commas, a byte
 * order mark. Places stand as two numbers, so that a part can be computed anew.
 *
 * @param input `{ table, period? }`: `villes`, `parcours` or `places`.
 * @throws AppError `not_found`, `invalid_input`.
 */
export async function exportSiteFigures(
  ctx: Context,
  input: unknown,
): Promise<{ filename: string; content: string }> {
  const { table, period } = parseInput(siteFiguresTable, input);
  const figures = await showSiteFigures(ctx, { period });
  const lines = TABLES[table](figures).map((cells) => csvLine(cells, ";"));
  return {
    filename: `parenthese-${table}-${dayKey(ctx.now())}.csv`,
    content: `\uFEFF${lines.join("\r\n")}\r\n`,
  };
}

const TABLES: Record<
  z.output<typeof siteFiguresTable>["table"],
  (figures: SiteFigures) => string[][]
> = { villes: townLines, parcours: stepLines, places: placeLines };

const pair = (places: Places | null) =>
  places ? [String(places.filled), String(places.seats)] : ["", ""];
const pairHead = (name: string) => [`${name} : prises`, `${name} : ouvertes`];

function townLines({ categories, towns }: SiteFigures): string[][] {
  const heads = [...categories.map(categoryLabel), "Ce soir", "Il y a 7 jours", "Il y a un an"];
  return [
    ["Ville", ...heads.flatMap(pairHead).map(harmless)],
    ...towns.map(({ town, cells, tonight, weekAgo, yearAgo }) => [
      harmless(townLabel(town)),
      ...[...cells, tonight, weekAgo, yearAgo].flatMap(pair),
    ]),
  ];
}

const periodHead = (name: string, { period }: SiteFigures) => {
  return [name, PERIOD_LABELS[period], BEFORE_LABELS[period], "Il y a un an"];
};
/** Nothing stands where no day was counted, which is not the same as zero. */
const known = (figures: SiteFigures, of: (totals: SiteFigures["totals"][number]) => string) =>
  figures.totals.map((totals) => (totals.days > 0 ? of(totals) : ""));

function stepLines(figures: SiteFigures): string[][] {
  return [
    periodHead("Étape", figures),
    ...STEPS.map((step) => [STEP_LABELS[step], ...known(figures, (of) => String(of[step]))]),
  ];
}

function placeLines(figures: SiteFigures): string[][] {
  const euros = (value: number) => (value / 100).toFixed(2).replace(".", ",");
  return [
    periodHead("Mesure", figures),
    ["Places ouvertes", ...known(figures, ({ seats }) => String(seats))],
    ["Places prises", ...known(figures, ({ filled }) => String(filled))],
    ["Vendu (€ TTC)", ...known(figures, ({ cents }) => euros(cents))],
  ];
}
