import { z } from "@hono/zod-openapi";
import type { SessionInput } from "#core/catalogue/authoring/schema.ts";
import { eachList } from "#core/catalogue/labels.ts";
import type { ListedSession, OfferingView, OwnOfferingView } from "#core/catalogue/schema.ts";
import { WEEKDAYS } from "#core/dates.ts";
import { type Cents, centsToEuros } from "#core/money.ts";
import { encodeAs } from "../names.ts";

const LIST_SHAPE = eachList(() => z.string().nullable());

export const offeringShape = {
  title: z.string(),
  description: z.string(),
  price: z.number().openapi({ description: "Euros TTC" }),
  fall_steps: z
    .array(z.strictObject({ hours: z.number().int(), percent: z.number().int() }))
    .nullable()
    .openapi({
      description:
        "« Le prix s'allège » : tant d'heures avant le début, tant pour cent de moins ; cinq étapes au plus, la première à 24 h au plus",
      example: [
        { hours: 24, percent: 10 },
        { hours: 6, percent: 25 },
        { hours: 2, percent: 40 },
      ],
    }),
  fall_floor: z
    .number()
    .nullable()
    .openapi({ description: "Le prix n'y descend jamais en dessous ; au moins 0,50" }),
  duration: z.number().openapi({ description: "Minutes, par quart d'heure" }),
  capacity: z.number(),
  is_online: z.boolean(),
  online_link: z.string().nullable().openapi({ description: "https, lu par les seuls clients" }),
  address: z.string().nullable().openapi({
    description:
      "Obligatoire sauf en ligne, montrée aux seuls clients tant qu'elle n'est pas publique ; absente, celle de votre profil",
  }),
  is_address_public: z.boolean().openapi({
    description: "Tout le monde lit la rue, et les distances vont à la porte",
  }),
  city: z.string().nullable().openapi({ description: "Obligatoire sauf en ligne" }),
  postal_code: z.string().nullable(),
  pin: z.string().nullable().openapi({
    description:
      "Votre repère : latitude et longitude. La recherche par distance s'en sert, au kilomètre près tant que l'adresse n'est pas publique ; lui-même n'est montré qu'à vous et à vos clients, ou à tous avec une adresse publique. Sans lui, le point de l'adresse ou du code postal",
    example: "45.76422,4.83523",
  }),
  ...LIST_SHAPE,
  image_url: z.string().nullable(),
  tags: z.array(z.string()).nullable(),
  is_recurring: z.boolean(),
  recurring_days: z.array(z.enum(WEEKDAYS)).nullable(),
  recurring_until: z.string().nullable().openapi({ description: "2026-12-31" }),
  start_time: z.string().openapi({ description: "18:30, heure de Paris" }),
  parallel: z.boolean().openapi({
    description:
      "Les créneaux datés que cela ajoute peuvent avoir lieu en même temps qu'un autre des vôtres",
  }),
};

export const onceShape = {
  left_out: z
    .array(z.string())
    .openapi({ description: "Jours où la récurrence ne crée rien, « 2026-12-25 »" }),
  date: z.string().openapi({ description: "2026-12-31, heure de Paris" }),
};

export const versionShape = {
  version: z.number().int().min(1).optional().openapi({
    description:
      "Celle dont la modification est partie : refusée (409) si elle annulait ce qui a changé depuis",
  }),
};

export const editionShape = {
  ...versionShape,
  is_active: z.boolean(),
  slots: z
    .array(
      z.strictObject({
        id: z.string().optional().openapi({ description: "D'un créneau qui existe" }),
        start_datetime: z.string(),
        available_spots: z.number().optional(),
      }),
    )
    .openapi({ description: "Tous les créneaux à venir ; ceux qui manquent sont retirés" }),
};
interface WriteBody {
  slots?: z.output<typeof editionShape.slots> | undefined;
  [name: string]: unknown;
}

/** Renames a body's fields: `discounted_price` → `discountedPrice`. */
export function toInput<Input extends Pick<SessionInput, "slots">>({
  slots,
  ...body
}: WriteBody): Partial<Input> {
  const fields = Object.entries(body).map(([name, value]) => [
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  return {
    ...Object.fromEntries(fields),
    ...(slots && {
      slots: slots.map(({ id, start_datetime: start, available_spots: availableSpots }) => ({
        id,
        start,
        availableSpots,
      })),
    }),
  };
}

export const publicShape = {
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  price: z.number().openapi({ description: "Euros TTC" }),
  discounted_price: z.number().nullable().openapi({
    description: "Le prix actuel du prochain créneau, s'il est inférieur au prix ; sinon null",
  }),
  price_now: z.number().openapi({ description: "Le prix actuel du prochain créneau" }),
  next_price: z
    .object({ price: z.number(), at: z.iso.datetime() })
    .nullable()
    .openapi({ description: "Sa prochaine baisse, et son instant ; null quand il ne baisse plus" }),
  duration: z.number().int().openapi({ description: "Minutes" }),
  capacity: z.number().int(),
  address: z.string().nullable().openapi({
    description:
      "Pour son professionnel, et pour tous si elle est publique ; sinon ses clients la lisent dans leur réservation",
  }),
  is_address_public: z.boolean(),
  city: z.string().nullable(),
  postal_code: z.string().nullable(),
  is_online: z.boolean(),
  image_url: z.string().nullable(),
  is_active: z.boolean(),
  distance_km: z.number().nullable().openapi({
    description:
      "Dans une liste, les kilomètres depuis near ou place, au kilomètre près sauf pour une adresse publique ; null sans lieu",
  }),
  ...LIST_SHAPE,
  tags: z.array(z.string()).nullable(),
};

export interface FromPlace {
  kilometres: number | null;
}

/** Distances between squares of one kilometre claim no finer than a tenth. */
const inTenths = (kilometres: number | null) =>
  kilometres === null ? null : Math.round(kilometres * 10) / 10;

/** Euros; lists as one text of lines, null when empty. */
export function encodePublic(
  view: (OfferingView<"activity"> | ListedSession | OfferingView<"session">) & Partial<FromPlace>,
) {
  const { nowCents, next } = view.price;
  return encodeAs({ shape: publicShape }, view, {
    price: centsToEuros(view.priceCents),
    discounted_price: nowCents < view.priceCents ? centsToEuros(nowCents) : null,
    price_now: centsToEuros(nowCents),
    next_price: next && { price: centsToEuros(next.cents), at: next.at.toISOString() },
    distance_km: inTenths(view.kilometres ?? null),
    ...eachList((name) => view[name].join("\n") || null),
    tags: view.tags.length > 0 ? view.tags : null,
  });
}

export const ownShape = {
  version: z.number().int().openapi({ description: "Le numéro de la dernière modification" }),
  online_link: z.string().nullable(),
  pin: z.string().nullable(),
  is_recurring: z.boolean(),
  recurring_days: z.array(z.enum(WEEKDAYS)).nullable(),
  start_time: z.string().nullable(),
  recurring_until: z.string().nullable(),
  discounted_price: z
    .number()
    .nullable()
    .openapi({ description: "Le prix réduit que l'on a fixé, avant toute baisse" }),
  fall_steps: offeringShape.fall_steps,
  fall_floor: offeringShape.fall_floor,
};

const inEuros = (amount: Cents | null) => (amount === null ? null : centsToEuros(amount));

export function encodeOwn({ recurrence, ...own }: Omit<OwnOfferingView, "activityType">) {
  return encodeAs({ shape: ownShape }, own, {
    discounted_price: inEuros(own.discountedPriceCents),
    fall_floor: inEuros(own.fallFloorCents),
    is_recurring: recurrence !== null,
    recurring_days: recurrence?.days ?? null,
    start_time: recurrence?.time ?? null,
    recurring_until: recurrence?.until ?? null,
  });
}
