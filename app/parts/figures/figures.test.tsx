import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import {
  actsOf,
  barsOf,
  bestHour,
  type CountedHour,
  heatOf,
  momentsOf,
  offeringsOf,
  outsideOf,
  placesOf,
  spanOf,
} from "#core/figures/rules.ts";
import { cents } from "#core/money.ts";
import { FilledFigure } from "./filled-figure.tsx";
import { FunnelFigure } from "./funnel-figure.tsx";
import { HeatFigure } from "./heat-figure.tsx";
import { LateFigure } from "./late-figure.tsx";

const NOW = new Date("2026-11-20T13:00:00Z");
const row = (
  offeringId: string,
  day: string,
  hour: number,
  seats: number,
  filled: number,
  outside = 0,
) => ({
  ...{ offeringId, title: `Séance ${offeringId}`, day, hour, seats, filled, outside },
  ...{ lateSeats: filled % 3, lateCents: cents((filled % 3) * 1_150), emptyCents: cents(700) },
  ...{ holds: filled, paid: Math.max(0, filled - 1), kind: "session" as const, isOffered: true },
});
const ROWS: CountedHour[] = [
  row("a", "2026-10-27", 9, 8, 8),
  row("a", "2026-11-03", 9, 8, 7),
  row("b", "2026-11-05", 12, 6, 2),
  row("b", "2026-11-12", 18, 6, 1, 5),
  { ...row("b", "2026-11-12", 20, 0, 0, 6), emptyCents: cents(0) },
  row("c", "2026-11-15", 18, 4, 0),
];
const VIEWS = new Map([
  ["a", { title: "Séance a", views: 240 }],
  ["b", { title: "Séance b", views: 160 }],
]);
const OFFERINGS = offeringsOf(ROWS, VIEWS);
const total = (key: "views" | "holds" | "paid") =>
  OFFERINGS.reduce((sum, offering) => sum + offering[key], 0);
const VIEW = {
  ...{
    period: "4s" as const,
    offerings: OFFERINGS,
    places: placesOf(ROWS),
    outside: outsideOf(ROWS),
    emptyCents: cents(700),
  },
  ...{
    lateCents: cents(9_200),
    lateCentsBefore: cents(0),
    bars: barsOf(ROWS, "4s", spanOf("4s", NOW)),
  },
  ...{ views: total("views"), holds: total("holds"), paid: total("paid") },
  ...{ heat: heatOf(ROWS), moments: momentsOf(ROWS), best: bestHour(ROWS) },
  acts: actsOf(ROWS, OFFERINGS, "2026-11-20"),
};

/** The HTML of a figure, in its drawing and in the table under it. */
function drawn(figure: ReactElement) {
  const router = createMemoryRouter([{ path: "/", element: figure }]);
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const [drawing = "", table = ""] = html.split("<details");
  return { html, drawing, rows: cellsOf(table) };
}

const texts = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, inner = ""]) => textOf(inner));
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
const cellsOf = (table: string) =>
  [...table.matchAll(/<tr.*?<\/tr>/gs)]
    .slice(1)
    .map(([tr]) => texts(tr, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs));

test("the dots of each offering are the places of its row", () => {
  const { html, drawing, rows } = drawn(<FilledFigure {...VIEW} />);
  const items = [...drawing.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = ""]) => ({
    said: texts(item, /<(?:b|span)[^>]*>(.*?)<\/(?:b|span)>/gs),
    full: item.split("bg-sage-600").length - 1,
    outside: item.split("bg-sand-500").length - 1,
    all: item.split("<i ").length - 1,
  }));
  expect(rows).toHaveLength(3);
  expect(
    items.map(({ said, all, full, outside }) => [said[0], all - outside, full, outside]),
  ).toEqual(
    rows.map(([title, seats, filled, , outside]) => [
      ...[title, Number(seats), Number(filled), Number(outside)],
    ]),
  );
  expect(html).toContain("Vous en aviez 43 en tout, dont 11 hors site.");
  expect(items.map(({ said }) => said[1])).toEqual(
    rows.map(([, seats, filled]) => `${filled} sur ${seats}`),
  );
});

test("the bars are the euros of their rows, and as high as they say", () => {
  const { drawing, rows } = drawn(<LateFigure {...VIEW} />);
  const euros = texts(drawing, /<span class="text-14 font-label figures">(.*?)<\/span>/gs);
  const amounts = rows.map(([, , amount = ""]) => Number.parseFloat(amount.replace(",", ".")));
  expect(euros).toEqual(amounts.map((amount) => String(Math.round(amount))));
  const heights = [...drawing.matchAll(/<svg[^>]*height="(\d+)"/g)].map(([, high]) => Number(high));
  const most = Math.max(...amounts);
  expect(most).toBeGreaterThan(0);
  expect(heights).toEqual(amounts.map((amount) => Math.max(2, Math.round((amount / most) * 120))));
  const names = texts(drawing, /<span class="flex justify-center[^>]*>(.*?)<\/span>/gs);
  expect(names).toEqual(rows.map(([name]) => name));
});

test("the hundred views and their sums are those of the rows", () => {
  const { drawing, rows } = drawn(<FunnelFigure {...VIEW} />);
  const sums = [1, 2, 3].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  expect(texts(drawing, /<dd[^>]*>(.*?)<\/dd>/gs).map(Number)).toEqual(sums);
  const [views = 1, chosen = 0, paid = 0] = sums;
  const dots = drawing.slice(drawing.indexOf("grid-cols-[repeat(20"));
  const count = (colour: string) => dots.split(colour).length - 1;
  const part = (of: number) => Math.round((of / views) * 100);
  expect([count("bg-sage-800"), count("bg-sage-300")]).toEqual([
    part(paid),
    part(chosen) - part(paid),
  ]);
  expect(count("<i ")).toBe(100);
});

test("each hour's part is that of its places, and the moments have them all", () => {
  const { drawing, rows } = drawn(<HeatFigure {...VIEW} />);
  const hours = cellsOf(drawing).map(([hour, ...days]) => [
    hour,
    ...days.map((part) => (part?.includes("rien") ? null : Number(part))),
  ]);
  expect(hours).toEqual(
    VIEW.heat.map(({ hour, days }) => [
      `${hour} h`,
      ...days.map((places) => places && Math.round((places.filled / places.seats) * 100)),
    ]),
  );
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
  expect([sum(1), sum(2)]).toEqual([VIEW.places.seats, VIEW.places.filled]);
});

test("each figure leads to what can be done about it", () => {
  const leads = (figure: ReactElement) =>
    [...drawn(figure).html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<svg/gs)].map(
      ([, to, text = ""]) => [to, textOf(text)],
    );
  expect([
    ...leads(<FilledFigure {...VIEW} />),
    ...leads(<LateFigure {...VIEW} />),
    ...leads(<FunnelFigure {...VIEW} />),
    ...leads(<HeatFigure {...VIEW} />),
  ]).toEqual([
    ["/sessions/b/edit", "Revoir les places de « Séance b »"],
    ["/sessions/a/edit", "Alléger plus tôt le prix de « Séance a »"],
    ["/agenda/publier?seance=b", "Proposer « Séance b » à une autre heure"],
    ["/agenda/publier?seance=a&amp;debut=2026-11-24T10:00", "Ouvrir le mardi à 10 h"],
  ]);
  const nothing = { ...VIEW, acts: { fewer: null, sooner: null, elsewhere: null, open: null } };
  expect(leads(<FilledFigure {...nothing} />)).toEqual([]);
});
