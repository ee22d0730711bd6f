import type { ZodType } from "zod";
import type { ProfessionalInfo } from "../../accounts/schema.ts";
import { AppError, isAppError } from "../../errors.ts";
import { type Cents, centsToEuros } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { searchKey } from "../../texts/search-key.ts";
import { REQUIRED, WHEN_REQUIRED } from "../fields/schema.ts";
import { recurrenceOf } from "../schedule/rules.ts";
import type { SlotKind } from "../schema.ts";
import type { OfferingFields } from "./schema.ts";
import type { OfferingRow } from "./store.server.ts";

/**
 * Parses the form of a session or activity. A missing field is reported in one sentence, at every
 * door.
 *
 * @throws AppError `invalid_input`
 */
export function parseOffering<Output>(schema: ZodType<Output>, input: unknown): Output {
  try {
    return parseInput(schema, input);
  } catch (error) {
    const { fields } = isAppError(error) ? error : {};
    if (!fields) throw error;
    const messages = Object.values(fields).map(([message]) => message);
    const message = messages.includes(REQUIRED)
      ? "Veuillez remplir tous les champs obligatoires"
      : (fields.recurringDays?.[0] ?? messages.find((one) => one === WHEN_REQUIRED));
    throw new AppError("invalid_input", { fields, ...(message && { message }), cause: error });
  }
}

/**
 * The fields of an offering, with the street of its business where a program names none and none is
 * stored (rule: somewhere-to-go); a city of its own is another place. A form sends a street that was
 * left empty, and is told that it is missing.
 */
export function placedAt<Fields extends OfferingFields[SlotKind]>(
  business: ProfessionalInfo | null,
  fields: Fields,
  stored?: Pick<OfferingRow, "isOnline" | "address" | "city" | "postalCode">,
): Fields {
  const { businessAddress: address, businessCity: city, businessPostalCode } = business ?? {};
  const isOnline = fields.isOnline ?? stored?.isOnline;
  if (isOnline || fields.address !== undefined || stored?.address || !address) return fields;
  const town = fields.city ?? stored?.city;
  if (town && searchKey(town) !== searchKey(city ?? "")) return fields;
  const postalCode = fields.postalCode ?? stored?.postalCode ?? businessPostalCode;
  return { ...fields, address, city, postalCode };
}

/**
 * Parses the changes to a stored session or activity, by the rules of its creation: a field that is
 * not mentioned stays. A category by name replaces the stored one, and so does an empty one, which
 * is refused; a session that becomes one for a group has a group's smallest number of places,
 * unless it says how many.
 *
 * @throws AppError `invalid_input`
 */
export function parseChanges<Output>(
  schema: ZodType<Output>,
  row: OfferingRow,
  changes: OfferingFields[SlotKind],
): Output {
  const recurrence = recurrenceOf(row);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const becomesGroup = "sessionType" in changes && changes.sessionType === "group";
  return parseOffering(schema, {
    ...row,
    price: centsToEuros(row.priceCents),
    discountedPrice: inEuros(row.discountedPriceCents),
    fallFloor: inEuros(row.fallFloorCents),
    isRecurring: recurrence !== null,
    startTime: recurrence?.time,
    ...(changes.category !== undefined && { activityTypeId: null }),
    ...(becomesGroup && row.capacity === 1 && { capacity: undefined }),
    ...Object.fromEntries(given),
  });
}

const inEuros = (amount: Cents | null) => (amount === null ? null : centsToEuros(amount));
