import { config, type core, flattenError, type ZodError, type ZodType, z } from "zod";
import { AppError, type FieldErrors } from "./errors.ts";
import { cleanText } from "./texts/clean-text.ts";

/** Deeper than any form; schemas drop what lies below. */
const MAX_DEPTH = 8;

function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return cleanText(value);
  if (depth === MAX_DEPTH || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => storable(item, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, storable(item, depth + 1)]),
  );
}

const REQUIRED = "Ce champ est obligatoire.";

const FORMATS: Record<string, string> = {
  email: "Cette adresse e-mail n'est pas valide.",
  url: "Cette adresse web n'est pas valide.",
  uuid: "Cet identifiant n'est pas valide.",
  date: "Cette date n'est pas valide.",
  datetime: "Cette date n'est pas valide.",
  time: "Cette heure n'est pas valide.",
};

const UNITS: Record<string, string> = { string: "caractère", array: "élément", file: "octet" };

function counted(count: number | bigint, unit: string): string {
  return `${count} ${unit}${count > 1 ? "s" : ""}`;
}

interface Bound {
  origin: string;
  inclusive?: boolean | undefined;
}

function tooSmall(issue: Bound & { minimum: number | bigint }): string {
  const unit = UNITS[issue.origin];
  if (issue.origin === "string" && issue.minimum === 1) return REQUIRED;
  if (issue.origin === "date") return "Cette date est trop ancienne.";
  if (unit) return `Au moins ${counted(issue.minimum, unit)}.`;
  return issue.inclusive
    ? `La valeur minimale est ${issue.minimum}.`
    : `La valeur doit dépasser ${issue.minimum}.`;
}

function tooBig(issue: Bound & { maximum: number | bigint }): string {
  const unit = UNITS[issue.origin];
  if (issue.origin === "date") return "Cette date est trop lointaine.";
  if (unit) return `Au plus ${counted(issue.maximum, unit)}.`;
  return issue.inclusive
    ? `La valeur maximale est ${issue.maximum}.`
    : `La valeur doit rester sous ${issue.maximum}.`;
}

function sentenceOf(issue: core.$ZodRawIssue): string {
  const isMissing = issue.input === undefined || issue.input === null;
  if (isMissing && ["invalid_type", "invalid_value", "invalid_union"].includes(issue.code)) {
    return REQUIRED;
  }
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int"
        ? "Cette valeur doit être un nombre entier."
        : "Cette valeur n'est pas du bon type.";
    case "invalid_value":
      return `Valeur inconnue : choisissez parmi ${issue.values.join(", ")}.`;
    case "invalid_format":
      return FORMATS[issue.format] ?? "Ce format n'est pas valide.";
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return tooBig(issue);
    case "unrecognized_keys":
      return "Champ inconnu";
    default:
      return "Cette valeur n'est pas acceptée.";
  }
}

config({ localeError: sentenceOf });

/** Groups messages by field, and for an item of a list also by its path, « slots.2.start ». */
export function fieldErrors(error: ZodError): FieldErrors {
  const fields: FieldErrors = {};
  for (const [name, messages] of Object.entries<string[] | undefined>(
    flattenError(error).fieldErrors,
  )) {
    if (messages?.length) fields[name] = messages;
  }
  for (const { path, message } of error.issues) {
    if (path.length < 2) continue;
    const item = path.join(".");
    fields[item] = [...(fields[item] ?? []), message];
  }
  return fields;
}

/** Runs a rule about several fields once they are read, so that all errors appear at once. */
export function areRead(...names: string[]) {
  return ({ value, issues }: core.ParsePayload): boolean =>
    typeof value === "object" &&
    value !== null &&
    issues.every(({ path }) => !names.includes(String(path?.[0])));
}

/** Parses a use case's input. @throws AppError `invalid_input` with French messages per field. */
export function parseInput<Output>(schema: ZodType<Output>, input: unknown): Output {
  const parsed = schema.safeParse(storable(input));
  if (parsed.success) return parsed.data;
  const { formErrors } = flattenError(parsed.error);
  throw new AppError("invalid_input", {
    fields: fieldErrors(parsed.error),
    ...(formErrors[0] && { message: formErrors[0] }),
  });
}

/** The id of a row in 22 letters, from the link of a message. */
export const linkCode = z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable");
