import type { z } from "zod";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { amountText } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { csvLine, harmless } from "../../texts/csv.ts";
import type { Places } from "../rules.ts";
import {
  BEFORE_LABELS,
  categoryLabel,
  EVENINGS,
  nearestLabel,
  PERIOD_LABELS,
  placeLabel,
  STEP_LABELS,
  TRUST_LABELS,
  townLabel,
  wordsLabel,
} from "./labels.ts";
import { STEPS } from "./rules.ts";
import { type SiteFigures, siteFiguresTable } from "./schema.ts";
import { showSiteFigures } from "./show-site-figures.server.ts";

/**
 * For French spreadsheets: semicolons, decimal commas, a byte order mark.
 * @param input `table`: `heures`, `villes`, `parcours`, `places`, `recherches` or `confiance`.
 * @throws AppError `not_found`, `invalid_input`.
 */
export async function exportSiteFigures(ctx: Context, input: unknown) {
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
> = {
  heures: hourLines,
  villes: townLines,
  parcours: stepLines,
  places: placeLines,
  recherches: missedLines,
  confiance: trustLines,
};

const pair = (places: Places | null) =>
  places ? [String(places.filled), String(places.seats)] : ["", ""];
const pairHead = (name: string) => [`${name} : prises`, `${name} : ouvertes`];

function hourLines({ hours }: SiteFigures): string[][] {
  return [
    ["Heure", ...EVENINGS.flatMap(pairHead)],
    ...hours.map(({ hour, places }) => [`${hour} h`, ...places.flatMap(pair)]),
  ];
}

function missedLines(figures: SiteFigures): string[][] {
  const [, ...heads] = periodHead("", figures);
  return [
    ["Recherche", "Lieu", ...heads, "Le plus proche"],
    ...figures.missed.map(({ words, town, visitors, nearest }) => [
      harmless(wordsLabel(words)),
      harmless(placeLabel(town)),
      ...visitors.map((count) => String(count ?? "")),
      harmless(nearestLabel(nearest)),
    ]),
  ];
}

function trustLines(figures: SiteFigures): string[][] {
  const row = (name: string, of: (trust: SiteFigures["trust"][number]) => string) => [
    name,
    ...figures.trust.map((trust) => (trust.days > 0 ? of(trust) : "")),
  ];
  return [
    periodHead("Mesure", figures),
    row(`${TRUST_LABELS.takenCents} (€ TTC)`, ({ takenCents }) => amountText(takenCents)),
    row("Paiements", ({ payments }) => String(payments)),
    row(`${TRUST_LABELS.keptCents} (€)`, ({ keptCents }) => amountText(keptCents)),
    row(`${TRUST_LABELS.refundedCents} (€)`, ({ refundedCents }) => amountText(refundedCents)),
    row(TRUST_LABELS.disputes, ({ disputes }) => String(disputes)),
    row("Réservations", ({ booked }) => (booked > 0 ? String(booked) : "")),
    row(TRUST_LABELS.absent, ({ booked, absent }) => (booked > 0 ? String(absent) : "")),
    row(TRUST_LABELS.joined, ({ joined }) => String(joined)),
    row(TRUST_LABELS.gone, ({ gone }) => String(gone ?? "")),
  ];
}

function townLines({ categories, towns }: SiteFigures): string[][] {
  const heads = [...categories.map(categoryLabel), ...EVENINGS];
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
const known = (figures: SiteFigures, of: (totals: SiteFigures["totals"][number]) => string) =>
  figures.totals.map((totals) => (totals.days > 0 ? of(totals) : ""));

function stepLines(figures: SiteFigures): string[][] {
  return [
    periodHead("Étape", figures),
    ...STEPS.map((step) => [STEP_LABELS[step], ...known(figures, (of) => String(of[step] ?? ""))]),
  ];
}

function placeLines(figures: SiteFigures): string[][] {
  return [
    periodHead("Mesure", figures),
    ["Places ouvertes", ...known(figures, ({ seats }) => String(seats))],
    ["Places prises", ...known(figures, ({ filled }) => String(filled))],
    ["Vendu (€ TTC)", ...known(figures, ({ cents }) => amountText(cents))],
  ];
}
