import { z } from "zod";
import type { Access } from "../context.server.ts";
import type { professionalProfiles, profiles } from "../tables.server.ts";
import { oneLine } from "../texts/clean-text.ts";
import { frenchMobile, phoneNumber } from "../texts/phone.ts";
import { postalCode } from "../texts/postcode.ts";
import { begunVersion } from "../versions.ts";
import { safeReturnPath } from "./return-paths/rules.ts";
import { EMAIL, EMAIL_REQUIRED, MAX_PASSWORD, PASSWORD_MIN } from "./rules.ts";

const line = (max: number, error?: string) =>
  z.string(error).overwrite(oneLine).max(max, `Ce champ ne peut pas dépasser ${max} caractères`);

const NAMES_REQUIRED = "Le prénom et le nom sont requis";
const requiredName = line(100, NAMES_REQUIRED).min(1, NAMES_REQUIRED);
/** An empty value counts as not provided. */
const optional = (text: z.ZodType<string>) =>
  text.nullish().transform((value) => value || undefined);

const MAX_EMAIL = 255;

const emailWith = (error: string) =>
  z
    .string(error)
    .trim()
    .toLowerCase()
    .pipe(
      z
        .email({ pattern: EMAIL, error })
        .max(MAX_EMAIL, `L'email ne peut pas dépasser ${MAX_EMAIL} caractères`),
    );

export const emailAddress = emailWith("Email invalide");

export const guestEmail = emailWith(EMAIL_REQUIRED);

const REQUIRED_MISSING = "Veuillez remplir les champs obligatoires";

export const allFilled = (...names: string[]) =>
  [
    (form: Record<string, unknown>) =>
      names.every((name) => typeof form[name] === "string" && form[name].trim() !== ""),
    {
      message: REQUIRED_MISSING,
      when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
    },
  ] as const;

const TOO_SHORT = `Le mot de passe doit contenir au moins ${PASSWORD_MIN} caractères`;
const newPassword = z
  .string(TOO_SHORT)
  .min(PASSWORD_MIN, TOO_SHORT)
  .max(MAX_PASSWORD, `Le mot de passe ne peut pas dépasser ${MAX_PASSWORD} caractères`);

/** Only forms with a second field send it. */
const confirmPassword = z.string().optional();

const passwordsMatch = (value: { password: string; confirmPassword?: string | undefined }) =>
  value.confirmPassword === undefined || value.confirmPassword === value.password;
const mismatch = {
  path: ["confirmPassword"],
  message: "Les mots de passe ne correspondent pas",
  // Also when other fields are wrong, so that all messages come at once.
  when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null,
};

const professionalInfo = z.object({
  businessName: z.string().max(200),
  businessDescription: z.string().max(5_000),
  businessAddress: optional(line(200)),
  businessCity: optional(line(100)),
  businessPostalCode: optional(postalCode),
  businessPhone: optional(phoneNumber),
  siret: optional(line(20)),
});
export type ProfessionalInfoInput = z.output<typeof professionalInfo>;

const wayOn = z
  .string()
  .transform((value) => safeReturnPath(value))
  .optional()
  .catch(undefined);
const heart = z.uuid().optional().catch(undefined);

/** Unusable professional information is only logged, when the account is made. */
export const signUpInput = z
  .object({
    firstName: requiredName,
    lastName: requiredName,
    phone: optional(phoneNumber),
    email: emailAddress,
    password: newPassword,
    confirmPassword,
    userType: z.enum(["client", "pro", "both"]).default("client"),
    professionalInfo: professionalInfo.optional(),
    suite: wayOn,
    favori: heart,
  })
  .refine(passwordsMatch, mismatch);

/** No rules of form: an impossible pair is simply wrong. Bounds what is hashed. */
export const logInInput = z
  .object({
    email: z.string().trim().toLowerCase().catch(""),
    password: z
      .string()
      .transform((value) => value.slice(0, MAX_PASSWORD + 1))
      .catch(""),
  })
  .refine(({ email, password }) => email !== "" && password !== "", {
    message: "Veuillez remplir tous les champs.",
  });

const emailInput = z.object({ email: emailAddress });
export const resetRequestInput = emailInput.extend({ suite: wayOn, favori: heart });

/** Only its maker was given the id. */
export const resendInput = z.object({ email: emailAddress, signUpId: z.string().catch("") });

const linkToken = z.string().max(200).catch("");
export const linkInput = z.object({ token: linkToken });
const typedPassword = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .transform((value) => value.slice(0, MAX_PASSWORD + 1));
export const confirmInput = z.object({
  token: linkToken,
  password: typedPassword("Veuillez saisir votre mot de passe"),
});
export const resetInput = z
  .object({ token: linkToken, password: newPassword, confirmPassword })
  .refine(passwordsMatch, mismatch);
export const changePasswordInput = z
  .object({ password: newPassword, confirmPassword })
  .refine(passwordsMatch, mismatch);

export const changeOwnPasswordInput = z
  .object({
    currentPassword: typedPassword("Veuillez saisir votre mot de passe actuel"),
    password: newPassword,
    confirmPassword,
  })
  .refine(passwordsMatch, mismatch);

export const refreshInput = z.object({ refreshToken: z.string().max(200).catch("") });

/** Blank or null empties a field; a missing one stays. */
const emptiable = (text: z.ZodType<string>) =>
  text.nullish().transform((value) => (value === undefined ? undefined : value || null));
const smsNumber = emptiable(frenchMobile);

export const profileInput = z.object({
  firstName: requiredName.optional(),
  lastName: requiredName.optional(),
  phone: emptiable(phoneNumber),
  smsNumber,
  isClient: z.boolean().optional(),
  isPro: z.boolean().optional(),
  version: begunVersion,
});

export const person = z.object({
  firstName: requiredName,
  lastName: requiredName,
  phone: phoneNumber.optional().transform((value) => value || null),
  smsNumber,
});
export const editPersonInput = person.refine(...allFilled("firstName", "lastName"));

/** Undefined stays (rule: own-fields). */
export type ProfileEdit = Partial<
  Record<"firstName" | "lastName", string | undefined> & {
    phone: string | null | undefined;
    smsNumber: string | null | undefined;
    isClient: boolean | undefined;
  }
>;

type ProfileRow = typeof profiles.$inferSelect;

export interface Profile
  extends Pick<ProfileRow, "id" | "email" | "firstName" | "lastName" | "phone" | "smsNumber">,
    Pick<ProfileRow, "isClient" | "isPro" | "canCreateActivities" | "accountStatus" | "version">,
    Pick<ProfileRow, "sessionCount" | "lastQuotaReset"> {
  plan: string | null;
  professionalInfo: ProfessionalInfo | null;
}

export interface LoginView extends Access {
  device: string;
  openedAt: Date;
  seenAt: Date;
  isCurrent: boolean;
}

type BusinessRow = typeof professionalProfiles.$inferSelect;

export interface ProfessionalInfo
  extends Pick<BusinessRow, "id" | "businessName" | "businessDescription" | "businessAddress">,
    Pick<BusinessRow, "businessCity" | "businessPostalCode" | "businessPhone" | "siret">,
    Pick<BusinessRow, "isVerified" | "rating" | "totalReviews"> {}
