import { z } from "@hono/zod-openapi";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import type { EarningsSum } from "#core/earnings/schema.ts";
import { showFigures } from "#core/figures/count-and-show-figures.server.ts";
import { PERIODS, type Period } from "#core/figures/rules.ts";
import { centsToEuros } from "#core/money.ts";
import { createTaggedResource } from "../resource.ts";

const sumBody = z.object({
  gross: z.number().openapi({ description: "Payé par les clients, en euros TTC" }),
  refunded: z.number().openapi({ description: "Repris sur sa part pour des remboursements" }),
  covered: z.number().openapi({ description: "Rendu aux clients aux frais de la plateforme" }),
  commission: z.number(),
  share: z.number().openapi({ description: "gross − refunded − commission" }),
});

const earningsBody = z
  .object({
    months: z.array(sumBody.extend({ month: z.string().openapi({ example: "2026-11" }) })),
    total: sumBody,
    refunding: z.number().openapi({ description: "En cours de remboursement" }),
    net_estimate: z.number().openapi({ description: "Estimation avant la commission" }),
  })
  .openapi("Earnings");

function encodeSum(sum: EarningsSum): z.output<typeof sumBody> {
  return {
    gross: centsToEuros(sum.grossCents),
    refunded: centsToEuros(sum.refundedCents),
    covered: centsToEuros(sum.coveredCents),
    commission: centsToEuros(sum.commissionCents),
    share: centsToEuros(sum.shareCents),
  };
}

/** Own earnings by month (rule: earnings-figures). */
export function earningsRoutes() {
  const { resource, addCall } = createTaggedResource("Revenus");
  addCall("get", "/", {
    summary: "Ses revenus de praticien, mois par mois",
    query: z.strictObject({
      year: z.string().optional().openapi({ description: "Sinon les 12 derniers mois" }),
    }),
    answer: [earningsBody, "Les revenus"],
    call: async (ctx, { query }) => {
      const found = await listEarnings(ctx, query);
      return {
        months: found.months.map(({ month, ...sum }) => ({ month, ...encodeSum(sum) })),
        total: encodeSum(found.total),
        refunding: centsToEuros(found.refundingCents),
        net_estimate: centsToEuros(found.netEstimateCents),
      };
    },
  });
  return resource;
}

const places = { seats: z.number().int(), filled: z.number().int() };
const counts = { views: z.number().int(), holds: z.number().int(), paid: z.number().int() };

const figuresBody = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    ...places,
    empty_cost: z
      .number()
      .nullable()
      .openapi({ description: "Ce qu'une place restée vide coûte en moyenne, commission déduite" }),
    recovered: z.number().openapi({ description: "Vendu dans les 72 dernières heures, en euros" }),
    recovered_before: z.number(),
    ...counts,
    offerings: z.array(z.object({ id: z.uuid(), title: z.string(), ...places, ...counts })),
    bars: z.array(z.object({ day: z.iso.date(), seats: z.number().int(), recovered: z.number() })),
    hours: z.array(
      z.object({
        weekday: z.number().int().openapi({ description: "1 lundi … 7 dimanche" }),
        hour: z.number().int(),
        ...places,
      }),
    ),
  })
  .openapi("Figures");

/** Nightly figures (rule: figures). */
export function figureRoutes() {
  const { resource, addCall } = createTaggedResource("Chiffres");
  addCall("get", "/", {
    summary: "Ses places pourvues et restées vides, comptées chaque nuit, sans aucun nom",
    query: z.strictObject({
      period: z.enum(Object.keys(PERIODS) as [Period, ...Period[]]).optional(),
    }),
    answer: [figuresBody, "Les chiffres"],
    call: async (ctx, { query: { period } }) => {
      const { places: all, heat, ...found } = await showFigures(ctx, { period });
      const hours = heat.flatMap(({ hour, days }) =>
        days.flatMap((cell, index) => (cell ? [{ weekday: index + 1, hour, ...cell }] : [])),
      );
      return {
        ...{ from: found.from, to: found.to, ...all },
        empty_cost: found.emptyCents === null ? null : centsToEuros(found.emptyCents),
        recovered: centsToEuros(found.lateCents),
        recovered_before: centsToEuros(found.lateCentsBefore),
        ...{ views: found.views, holds: found.holds, paid: found.paid },
        ...{ offerings: found.offerings, hours },
        bars: found.bars.map(({ day, seats, cents }) => {
          return { day, seats, recovered: centsToEuros(cents) };
        }),
      };
    },
  });
  return resource;
}
