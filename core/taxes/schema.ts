import { z } from "zod";
import type { Cents } from "../money.ts";
import { requiredReason } from "../operators/acts/schema.ts";
import { COUNTRIES, type Vat, vatFields, vatRule } from "../professionals/schema.ts";
import type { taxDetails } from "../tables.server.ts";
import { oneLine } from "../texts/clean-text.ts";
import type { YearlySales } from "./rules.ts";

const MISSING = "Ce champ est obligatoire";
const line = (max: number) =>
  z
    .string(MISSING)
    .overwrite(oneLine)
    .min(1, MISSING)
    .max(max, `Ce champ ne peut pas dépasser ${max} caractères`);
const number = (shape: RegExp, message: string) =>
  z
    .string(MISSING)
    .overwrite((text) => text.replace(/[\s.-]+/g, "").toUpperCase())
    .min(1, MISSING)
    .regex(shape, message);
const country = z.enum(COUNTRIES, "Veuillez choisir un pays");

const BIRTH = "Écrivez une date de naissance, comme 1984-05-21";
const birthDate = z.iso.date(BIRTH).refine((day) => day >= "1900-01-01", BIRTH);
const registration = number(
  /^[A-Z0-9]{6,20}$/,
  "Écrivez le numéro du registre, comme 732829320 (SIREN)",
);

const common = {
  legalName: line(200),
  address: line(200),
  postalCode: line(20),
  city: line(100),
  country,
  taxNumber: number(/^[A-Z0-9/]{4,20}$/, "Ce numéro fiscal n'est pas valable"),
  accountCountry: country,
  ...vatFields,
};

/** A person has a birth date, a firm an entry in a register (rule: tax-details). */
export const taxDetailsInput = z
  .discriminatedUnion(
    "legalForm",
    [
      z.object({ legalForm: z.literal("person"), ...common, birthDate }),
      z.object({ legalForm: z.literal("firm"), ...common, registration }),
    ],
    "Choisissez l'une des deux formes",
  )
  .refine(...vatRule);

export type TaxDetails = Omit<
  typeof taxDetails.$inferSelect,
  "professionalId" | "createdAt" | "updatedAt"
>;

export interface OwnTaxDetails extends YearlySales {
  details: TaxDetails | null;
  vat: Vat | null;
  isDue: boolean;
  /** Nothing new is published without them from then on. */
  heldFrom: string | null;
  isHeld: boolean;
}

export interface Seller {
  name: string;
  tradeName: string | null;
  address: string | null;
  postalCode: string | null;
  city: string | null;
  siret: string | null;
  vatNumber: string | null;
}

/** Amounts in cents (rule: receipt). */
export interface Receipt {
  bookingId: string;
  paidAt: Date;
  seller: Seller;
  clientName: string | null;
  title: string;
  start: Date;
  place: string;
  seats: number;
  seatCents: Cents;
  totalCents: Cents;
  refundedCents: Cents;
  keptCents: Cents;
  /** Basis points; 0: no VAT then; null: had not said. */
  vatRate: number | null;
  netCents: Cents;
  vatCents: Cents;
}

export const reportInput = z.object({
  year: z.coerce.number().int().min(2020).max(2100),
  reason: requiredReason,
});
