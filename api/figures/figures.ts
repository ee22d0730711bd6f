import { z } from "@hono/zod-openapi";
import { showFigures } from "#core/figures/count-figures.server.ts";
import { PERIODS, type Period } from "#core/figures/rules.ts";
import { centsToEuros } from "#core/money.ts";
import { createTaggedResource } from "../resource.ts";

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
