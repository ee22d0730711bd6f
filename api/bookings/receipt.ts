import { z } from "@hono/zod-openapi";
import { centsToEuros } from "#core/money.ts";
import type { Receipt } from "#core/papers/schema.ts";
import { showReceipt } from "#core/papers/show-receipt.server.ts";
import { encodeAs } from "../names.ts";
import { createTaggedResource, instant } from "../resource.ts";

const sellerBody = z.object({
  name: z.string(),
  trade_name: z.string().nullable(),
  address: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  siret: z.string().nullable(),
  vat_number: z.string().nullable(),
});

const receiptBody = z
  .object({
    booking_id: z.uuid(),
    paid_at: instant,
    seller: sellerBody,
    client_name: z.string().nullable(),
    title: z.string(),
    start_datetime: instant,
    place: z.string(),
    seats: z.number().int(),
    total: z.number().openapi({ description: "TTC, en euros, pour toutes les places" }),
    refunded: z.number(),
    kept: z.number().openapi({ description: "Ce qui reste payé, TTC" }),
    vat_percent: z.number().nullable().openapi({
      description: "0 : TVA non applicable ; null : statut de TVA non communiqué",
    }),
    kept_without_vat: z.number().nullable(),
    vat: z.number().nullable(),
  })
  .openapi("Receipt");

/** Receipts of paid bookings (rule: receipt). */
export function receiptRoutes() {
  const { resource, addCall } = createTaggedResource("Réservations");
  addCall("get", "/{id}/receipt", {
    summary: "La note d'une réservation payée, pour son client et son professionnel",
    answer: [receiptBody, "La note"],
    refusals: [404, 409, 422],
    call: async (ctx, { params }) =>
      encodeReceipt(await showReceipt(ctx, { bookingId: params.id })),
  });
  return resource;
}

function encodeReceipt(note: Receipt) {
  return encodeAs(receiptBody, note, {
    seller: encodeAs(sellerBody, note.seller),
    start_datetime: note.start,
    total: centsToEuros(note.totalCents),
    refunded: centsToEuros(note.refundedCents),
    kept: centsToEuros(note.keptCents),
    ...(note.vatRate === null
      ? { vat_percent: null, kept_without_vat: null, vat: null }
      : {
          vat_percent: note.vatRate / 100,
          kept_without_vat: centsToEuros(note.netCents),
          vat: centsToEuros(note.vatCents),
        }),
  });
}
