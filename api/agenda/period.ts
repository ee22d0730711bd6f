import { z } from "@hono/zod-openapi";
import { cancelPeriod, previewPeriod } from "#core/bookings/period/cancel-period.server.ts";
import { costOf } from "#core/bookings/period/rules.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { type Cents, cents, centsToEuros, eurosToCents } from "#core/money.ts";
import { inBodyNames } from "../errors.ts";
import { encodeAs } from "../names.ts";
import { amount, callOf, createTaggedResource, instant } from "../resource.ts";

const euros = (description: string) => z.number().openapi({ description });

const costShape = {
  people: z.number().int().openapi({ description: "Personnes remboursées et prévenues" }),
  refund: euros("En euros, rendus aux clients"),
  commission: euros("En euros, la commission rendue par le site"),
};

const outside = z.number().int().openapi({ description: "Places de clients hors site" });

const alternativeBody = z.object({
  slot_id: z.uuid(),
  offering_id: z.uuid(),
  kind: z.enum(["session", "activity"]),
  title: z.string(),
  start_datetime: instant,
  professional: z.string(),
  is_own: z.boolean(),
  available_spots: z.number().int(),
  price: euros("En euros TTC, à cet instant"),
});

const stopBody = z
  .object({
    slot_id: z.uuid(),
    kind: z.enum(["session", "activity"]),
    title: z.string(),
    start_datetime: instant,
    end_datetime: instant,
    held: z.number().int().openapi({ description: "Paiements en cours, arrêtés avec le créneau" }),
    outside,
    ...costShape,
    alternatives: z
      .array(alternativeBody)
      .openapi({ description: "Trois autres heures au plus, montrées à ses clients" }),
  })
  .openapi("PeriodStop");

const euro = (amount: number) => centsToEuros(cents(amount));

/** Cancels a period (rule: cancellation). */
export function periodRoutes() {
  const { resource, addCall } = createTaggedResource("Agenda");
  const when = (description: string) => z.string().max(40).openapi({ description });
  addCall("get", "/", {
    summary: "Ce que coûterait d'annuler tout ce qui commence pendant une période",
    query: z.strictObject({
      from: when("Instant, ou l'heure de Paris « 2026-11-20T18:30 »"),
      to: when("Exclu ; deux mois après au plus"),
    }),
    answer: [
      z.object({
        from: instant,
        to: instant,
        running: z.array(instant).openapi({ description: "Déjà commencés : ils restent" }),
        ...costShape,
        slots: z.array(stopBody),
      }),
      "Créneaux, personnes, remboursements, et d'autres heures",
    ],
    call: async (ctx, { query }) => {
      const view = await previewPeriod(ctx, query);
      const slots = view.stops.map(({ others, ...stop }) =>
        encodeAs(stopBody, stop, {
          start_datetime: stop.start,
          end_datetime: stop.end,
          people: stop.people.length,
          refund: euro(stop.refundCents),
          commission: euro(stop.commissionCents),
          alternatives: others.map((other) =>
            encodeAs(alternativeBody, other, {
              start_datetime: other.start,
              available_spots: other.free,
              price: euro(other.priceCents),
            }),
          ),
        }),
      );
      const cost = costOf(view.stops);
      return {
        from: view.from.toISOString(),
        to: view.to.toISOString(),
        running: view.running.map((start) => start.toISOString()),
        people: cost.people,
        refund: euro(cost.refundCents),
        commission: euro(cost.commissionCents),
        slots,
      };
    },
  });
  addCall("post", "/", {
    summary: "Annuler des créneaux d'un seul geste ; chacun est remboursé en entier et prévenu",
    isRetried: true,
    body: z
      .strictObject({
        slot_ids: z.array(z.string()).optional(),
        from: when("Le début de la période, qui devient une absence").optional(),
        to: when("Exclu").optional(),
        word: z.string().nullish().openapi({ description: "Ajouté à l'e-mail, tel quel" }),
        refund: amount.optional().openapi({
          description: "Le montant montré, en euros ; 409 si davantage serait rendu",
        }),
      })
      .openapi("PeriodCancellation"),
    answer: [
      z.object({ slots: z.number().int(), outside, ...costShape }),
      "Fermés aussitôt ; les remboursements et les e-mails suivent",
    ],
    refusals: [404],
    call: async (
      ctx,
      { body: { slot_ids: slotIds = [], from = "", to = "", word, refund }, c },
    ) => {
      const refundCents: Cents | undefined =
        refund === undefined ? undefined : eurosToCents(refund);
      const asked = { slotIds, from, to, word: word ?? null, refundCents };
      const done = await inBodyNames(
        answerOnce(ctx, callOf(c, "cancel-period", asked), (own) => cancelPeriod(own, asked)),
      );
      const { slots, people, outside } = done;
      const money = { refund: euro(done.refundCents), commission: euro(done.commissionCents) };
      return { slots, people, outside, ...money };
    },
  });
  return resource;
}
