import { z } from "zod";
import { fromParis, toParis } from "../../dates.ts";
import { type ImageBucket, imageIdOf } from "../../media/rules.ts";
import { type Cents, centsToEuros, eurosToCents } from "../../money.ts";
import { pointText, readPoint } from "../../places/rules.ts";
import { oneLine } from "../../texts/clean-text.ts";
import { readEuros, readNumber } from "../../texts/numbers.ts";

const MAX_CAPACITY = 50;
const MAX_EUROS = 10_000;
/** The payment provider's minimum (rule: agreed-price). */
const MIN_CENTS = 50;
const MIN_LABEL = `${(MIN_CENTS / 100).toLocaleString("fr-FR", { minimumFractionDigits: 2 })} €`;
/** Minutes. */
const QUARTER = 15;
const MAX_HOURS = 24;
const MAX_TAGS = 10;
const MAX_TAG_LENGTH = 30;

export const REQUIRED = "Ce champ est obligatoire";
const tooLong = (max: number) => `${max} caractères au plus`;

export const line = (max: number) => z.string(REQUIRED).overwrite(oneLine).max(max, tooLong(max));
export const paragraphs = (max: number) => z.string(REQUIRED).trim().max(max, tooLong(max));
export const required = <Schema extends z.ZodType<string>>(text: Schema) =>
  text.refine((value) => value !== "", REQUIRED);
export const optional = <Schema extends z.ZodType<string>>(text: Schema) =>
  text.nullish().transform((value) => value || null);

const written = (message: string) =>
  z
    .union([z.number(), z.string()], message)
    .transform((value) => (typeof value === "number" ? value : readNumber(value)));

/** Converts euros, « 19,90 » or 19.9, to cents (rule: whole-cents). */
export const euros = z
  .union([z.number(), z.string()], REQUIRED)
  .transform((value, context): Cents => {
    const amount = typeof value === "number" ? value : readEuros(value);
    const refuse = (message: string) => {
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    };
    if (typeof value === "string" && value.trim() === "") return refuse(REQUIRED);
    if (!(amount >= 0)) return refuse("Le prix doit être un nombre positif");
    if (amount > MAX_EUROS) return refuse(`${MAX_EUROS.toLocaleString("fr-FR")} € au plus`);
    const price = eurosToCents(amount);
    // « 4,550 » may mean thousands, so three decimals are refused, even zeros.
    if (centsToEuros(price) !== amount || /[.,]\d{3,}\D*$/.test(String(value))) {
      return refuse("Le prix a deux décimales au plus");
    }
    if (price > 0 && price < MIN_CENTS) {
      return refuse(`Le prix est de 0 € ou d'au moins ${MIN_LABEL}`);
    }
    return price;
  });
export const optionalEuros = z
  .preprocess((value) => (value === "" ? null : value), euros.nullish())
  .transform((value) => value ?? null);

const DURATION = `La durée va de ${QUARTER} minutes à ${MAX_HOURS} heures, par quart d'heure`;
export const duration = written(DURATION).pipe(
  z
    .number(DURATION)
    .int(DURATION)
    .min(QUARTER, DURATION)
    .max(MAX_HOURS * 60, DURATION)
    .multipleOf(QUARTER, DURATION),
);

const countOf = (least: number, message: string) =>
  written(message).pipe(
    z.number(message).int(message).min(least, message).max(MAX_CAPACITY, message),
  );
export const capacity = countOf(1, `Le nombre de places va de 1 à ${MAX_CAPACITY}`);
export const GROUP = `Le nombre de places va de 2 à ${MAX_CAPACITY} pour un groupe`;
export const sessionCapacity = countOf(1, GROUP);

const spots = countOf(0, `Le nombre de places libres va de 0 à ${MAX_CAPACITY}`);

const PIN = "Écrivez la latitude puis la longitude, par exemple 45.76422, 4.83523";
/** A point on a map, kept as `pointText` writes it (rule: own-pin). */
export const pin = line(60).transform((text, context): string => {
  if (text === "") return text;
  const point = readPoint(text);
  if (point) return pointText(point);
  context.addIssue({ code: "custom", message: PIN });
  return z.NEVER;
});

const LINK = "Le lien doit commencer par https://";
export const onlineLink = line(500).refine(
  (text) => text === "" || (text.startsWith("https://") && URL.canParse(text)),
  LINK,
);

export const tags = z
  .array(line(MAX_TAG_LENGTH), "Les mots-clés doivent être une liste")
  .nullish()
  .transform((list) => {
    const distinct = new Map<string, string>();
    for (const tag of list ?? []) {
      const key = tag.toLocaleLowerCase("fr");
      if (tag !== "" && !distinct.has(key)) distinct.set(key, tag);
    }
    return [...distinct.values()];
  })
  .refine((list) => list.length <= MAX_TAGS, `${MAX_TAGS} mots-clés au plus`);

export const SKIPPED = "Cette heure n'existe pas ce jour-là : on passe à l'heure d'été";
const REPEATED = "À cette heure-là on passe à l'heure d'hiver : elle vient deux fois";
const TO_THE_MINUTE = "L'heure s'indique à la minute";
const DATE = "La date n'est pas valable";
const TIME = "L'heure n'est pas valable";
export const date = optional(line(10)).refine(
  (day) => day === null || fromParis(`${day}T12:00`) !== null,
  DATE,
);
export const leftOut = z
  .array(
    z
      .string(DATE)
      .trim()
      .refine((text) => fromParis(text.includes("T") ? text : `${text}T12:00`) !== null, DATE)
      .transform((text) => {
        const [day = "", starts = null] = text.split("T");
        return { day, starts };
      }),
    "Les jours laissés sont une liste",
  )
  .max(200, "200 jours au plus");

/** A time such as « 18:30 ». Values that come from a column of type `time` read « 18:30:00 ». */
export const timeOfDay = optional(line(8))
  .refine((time) => time === null || /^([01]\d|2[0-3]):[0-5]\d(:00)?$/.test(time), TIME)
  .transform((time) => time?.slice(0, 5) ?? null);

/** ISO 8601 with its offset, or in Paris, where the hour that autumn repeats is refused. */
export const instant = z.string(DATE).transform((text, context): Date => {
  const isWithOffset = z.iso.datetime({ offset: true }).safeParse(text).success;
  const found = isWithOffset ? new Date(text) : fromParis(text);
  const why = whyNotInstant(found, isWithOffset ? null : text);
  if (found && !why) return found;
  context.addIssue({ code: "custom", message: why ?? DATE });
  return z.NEVER;
});

function whyNotInstant(found: Date | null, wall: string | null): string | null {
  if (wall === "") return WHEN_REQUIRED;
  if (!found || found.getUTCFullYear() >= 9_999) return DATE;
  if (+found % 60_000 !== 0) return TO_THE_MINUTE;
  const shown = toParis(found);
  if (wall !== null && shown !== wall) return SKIPPED;
  return +(fromParis(shown) ?? 0) === +found ? null : REPEATED;
}

/** Search ignores all but letters and digits, so names without any would all be equal. */
export function isWritten(name: string): boolean {
  return name === "" || /[a-z\d]/i.test(name.normalize("NFD"));
}

export const imageOf = (bucket: ImageBucket) =>
  optional(
    line(500).refine(
      (url) => url === "" || imageIdOf(url, bucket) !== null,
      "Choisissez une image téléchargée sur ce site",
    ),
  );

export const WHEN_REQUIRED = "Veuillez renseigner la date et l'heure de début";

/** Texts with one point a line; each has a heading in labels.ts and a column, in a single word. */
export const offeringLists = {
  included: optional(paragraphs(2_000)),
  requirements: optional(paragraphs(2_000)),
} satisfies Record<Lowercase<string>, z.ZodType>;
export type OfferingList = keyof typeof offeringLists;

export const slotInput = z.object({
  id: z.uuid("Ce créneau n'existe pas").optional(),
  start: instant,
  availableSpots: spots.optional(),
});
export type SlotInput = z.output<typeof slotInput>;
