import type { ZodType } from "zod";
import type { ProfessionalInfo } from "../../accounts/schema.ts";
import { AppError, isAppError } from "../../errors.ts";
import { type Cents, centsToEuros } from "../../money.ts";
import { parseInput } from "../../parse.ts";
import { pointOf } from "../../places/resolve-place.server.ts";
import { isPlausiblePin, readPoint } from "../../places/rules.ts";
import { searchKey } from "../../texts/clean-text.ts";
import { REQUIRED, WHEN_REQUIRED } from "../fields/schema.ts";
import type { OfferingRow } from "../owner/permit-owner.server.ts";
import type { fieldsOf } from "../schedule/rules.ts";
import type { SlotKind } from "../schema.ts";
import type { OfferingFields, ParsedOffering } from "./schema.ts";

/** @throws AppError `invalid_input` */
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

/** @throws AppError `invalid_input` for a pin that is nowhere near its address (rule: own-pin). */
export function requirePinNear({ pin, ...place }: ParsedOffering): void {
  const point = readPoint(pin ?? "");
  if (!point || isPlausiblePin(point, pointOf(place))) return;
  const fields = {
    pin: ["Ce point est loin de l'adresse : vérifiez-le, ou laissez ce champ vide"],
  };
  throw new AppError("invalid_input", { fields });
}

/** Fills in the business's address where the request names no other (rule: somewhere-to-go). */
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

export function placeOf(row: OfferingRow): NonNullable<OfferingRow["formerPlace"]> {
  const { address, city, postalCode, pin, isAddressPublic, onlineLink } = row;
  return { address, city, postalCode, pin, isAddressPublic, onlineLink };
}

/** Restores what a mode had when it was left, unless another is named (rule: somewhere-to-go). */
export function withFormerPlace<Fields extends OfferingFields[SlotKind]>(
  fields: Fields,
  { isOnline, formerPlace }: OfferingRow,
): Fields {
  if (!formerPlace || fields.isOnline === undefined || fields.isOnline === isOnline) return fields;
  const { address, city, postalCode } = fields;
  const isElsewhere = [address, city, postalCode].some((part) => part !== undefined);
  const { onlineLink, ...place } = formerPlace;
  const former = fields.isOnline ? { onlineLink } : isElsewhere ? {} : place;
  const had = Object.entries(former).filter(
    ([name, value]) => value !== null && fields[name as keyof Fields] === undefined,
  );
  return { ...fields, ...Object.fromEntries(had) };
}

/**
 * Keeps what is not mentioned; the name of a category replaces its id.
 * @throws AppError `invalid_input`
 */
export function parseChanges<Output>(
  schema: ZodType<Output>,
  row: OfferingRow & ReturnType<typeof fieldsOf>,
  changes: OfferingFields[SlotKind],
): Output {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const becomesGroup = "sessionType" in changes && changes.sessionType === "group";
  return parseOffering(schema, {
    ...row,
    price: centsToEuros(row.priceCents),
    discountedPrice: inEuros(row.discountedPriceCents),
    fallFloor: inEuros(row.fallFloorCents),
    ...(changes.category !== undefined && { activityTypeId: null }),
    ...(becomesGroup && row.capacity === 1 && { capacity: undefined }),
    ...Object.fromEntries(given),
  });
}

const inEuros = (amount: Cents | null) => (amount === null ? null : centsToEuros(amount));
