import { z } from "zod";
import { allFilled, type ProfessionalInfo, person } from "../accounts/schema.ts";
import { listLimit } from "../cursor.ts";
import type { Cents } from "../money.ts";
import type { PriceView } from "../prices/rules.ts";
import { isPlanType, type PlanId, planOf, planOfType } from "../subscriptions/rules.ts";
import type { OfferCard } from "../tables.server.ts";
import { askedText } from "../texts/asked-text.ts";
import { oneLine } from "../texts/clean-text.ts";
import { phoneNumber } from "../texts/phone.ts";
import { postalCode } from "../texts/postcode.ts";
import { begunVersion } from "../versions.ts";
import type { OpeningHour } from "./working-time/rules.ts";
import { type WorkingTime, workingTime } from "./working-time/schema.ts";

export const directoryQuery = z.object({
  q: askedText,
  tous: z.literal("1").optional().catch(undefined),
});

/** The earliest place and lowest price are those of their sessions. */
export interface DirectoryEntry extends ProfessionalView {
  nextSlotAt: Date | null;
  fromCents: Cents | null;
}

export const professionalListQuery = z.object({
  limit: listLimit,
  cursor: z.string().max(500, { error: "Curseur invalide" }).optional(),
});

export const professionalKey = z.object({ rating: z.number().min(0).max(5), id: z.uuid() });

const MISSING = "Ce champ est obligatoire";

const tooLong = (max: number) => `Ce champ ne peut pas dépasser ${max} caractères`;
const line = (max: number) => z.string(MISSING).overwrite(oneLine).max(max, tooLong(max));
/** Blank is sent as null; left out, it changes nothing. */
const optional = (text: z.ZodType<string>) =>
  text
    .nullable()
    .transform((value) => value || null)
    .optional();

export const businessFields = z.object({
  businessName: line(200).min(1, MISSING),
  businessDescription: z.string(MISSING).trim().min(1, MISSING).max(5_000, tooLong(5_000)),
  businessAddress: optional(line(200)),
  businessCity: optional(line(100)),
  businessPostalCode: optional(postalCode),
  businessPhone: optional(phoneNumber),
  /** As typed: an invalid one gets a hint, never a refusal. */
  siret: z
    .string()
    .transform((value) => value.replace(/\s+/g, "") || null)
    .pipe(z.string().max(20, tooLong(20)).nullable())
    .nullable()
    .optional(),
});
export type BusinessFields = z.output<typeof businessFields>;

/** Null shows none to buyers (rule: writing-through-us). */
const contact = z.object({ shownPhone: optional(phoneNumber) });
export type BusinessTexts = Record<keyof BusinessFields, string>;

export const businessInput = businessFields.refine(
  ...allFilled("businessName", "businessDescription"),
);

/** `userId` is compared with the caller, never trusted (rule: own-fields). */
export const finalizeInput = z.object({
  userId: z.string(),
  businessData: z.unknown(),
  planType: z.string().transform((value, issues): PlanId => {
    const planId = isPlanType(value) ? planOfType(value) : planOf(value);
    if (planId) return planId;
    issues.addIssue("Cette offre n'existe pas");
    return z.NEVER;
  }),
});

export const BUSINESS_TYPES = ["individual", "company", "non_profit"] as const;
export const COUNTRIES = ["FR", "BE", "CH", "CA"] as const;

/** By their own word (rule: receipt). */
export interface Vat {
  vatStatus: "exempt" | "charged";
  vatNumber: string | null;
}
const VAT_MISSING = "Dites si vous facturez la TVA";
export const vatFields = {
  vatStatus: z.enum(["exempt", "charged"], VAT_MISSING),
  vatNumber: z
    .string()
    .transform((text) => text.replace(/[\s.-]+/g, "").toUpperCase() || null)
    .refine(
      (number) => number === null || /^[A-Z]{2,3}[A-Z0-9]{8,14}$/.test(number),
      "Écrivez un numéro comme FR 40 123456789",
    )
    .nullable()
    .default(null),
};
export const vatRule = [
  ({ vatStatus, vatNumber }: { vatStatus?: unknown; vatNumber: string | null }) =>
    vatStatus !== "charged" || Boolean(vatNumber),
  { path: ["vatNumber"], message: MISSING },
] satisfies [unknown, unknown];

/** VAT may be left out, but not left empty. */
export const accountInput = z
  .object({
    businessName: line(200).min(1, MISSING),
    businessType: z.enum(BUSINESS_TYPES, "Veuillez choisir un type d'activité"),
    country: z.enum(COUNTRIES, "Veuillez choisir un pays").default("FR"),
    ...vatFields,
    vatStatus: vatFields.vatStatus.optional(),
  })
  .refine(...vatRule);
export type AccountInput = Omit<z.output<typeof accountInput>, keyof Vat>;

const whose = { userId: z.string().optional() };
export const newProfessionalInput = businessFields.extend(whose);
export const professionalChangeInput = businessFields
  .extend({ ...workingTime.shape, ...contact.shape })
  .partial()
  .extend({ ...whose, version: begunVersion });
export type BusinessChange = {
  [Name in keyof Changeable]?: Changeable[Name] | undefined;
};
type Changeable = BusinessFields & WorkingTime & z.output<typeof contact>;

/** With columns that nobody else may read (rule: public-columns). */
export interface OwnProfessional extends ProfessionalInfo {
  userId: string;
  stripeConnectAccountId: string | null;
  detailsSubmitted: boolean;
  requirementsDue: boolean;
  /** No longer ours to use since then; null with a new one. */
  paymentAccountLostAt: Date | null;
  /** Nobody can book without it (rule: bookable). */
  canReceiveCharges: boolean;
  createdAt: Date;
  /** Minutes between two appointments, and before a start (rules: one-place, notice). */
  bufferMinutes: number;
  noticeMinutes: number;
  openingHours: OpeningHour[];
  /** For whoever has a confirmed booking; null shows none. */
  shownPhone: string | null;
  vatStatus: Vat["vatStatus"] | null;
  vatNumber: string | null;
  version: number;
}

export interface OfferedActivity
  extends Pick<OfferCard, "id" | "title" | "category" | "duration" | "city" | "isOnline"> {
  /** Of the next slot; the offering's own without one. */
  price: PriceView;
  /** Of a slot with a free seat; null: « À programmer ». */
  nextStart: Date | null;
}

export const editedVersions = z.object({ version: begunVersion, businessVersion: begunVersion });

export const editProfessionalInput = person
  .extend({ ...businessFields.shape, ...contact.shape })
  .refine(...allFilled("firstName", "lastName", "businessName", "businessDescription"));
export type ProfileTexts = Record<
  keyof z.input<typeof editProfessionalInput> | keyof z.input<typeof editedVersions>,
  string
>;

export type ListedProfessional = Omit<
  ProfessionalInfo,
  "businessAddress" | "businessPhone" | "siret"
>;

export interface ProfessionalView extends ListedProfessional {
  categories: string[];
}

/** As declared; null for what is not (rule: who-sells). */
export interface SellerNotice {
  tradeName: string;
  legalName: string | null;
  form: SellerForm | null;
  siret: string | null;
  /** Another register's entry, of a firm without a SIRET. */
  registration: string | null;
  postalCode: string | null;
  city: string | null;
}
export type SellerForm = "individual" | "firm" | "company" | "non_profit";

export interface SellerInFull extends SellerNotice {
  address: string | null;
  phone: string | null;
}
