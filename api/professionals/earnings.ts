import { z } from "@hono/zod-openapi";
import { listEarnings } from "#core/earnings/list-earnings.server.ts";
import type { EarningsSum } from "#core/earnings/schema.ts";
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
