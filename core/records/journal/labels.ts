import { KIND_WORDS as ANNOUNCEMENT_KINDS } from "../../announcements/rules.ts";
import { formatMoment } from "../../dates.ts";
import { MEASURE_WORDS } from "../../moderation/labels.ts";
import { type Cents, formatPrice } from "../../money.ts";
import { type ActField, type ActValues, FIELD_WORDS } from "../../operators/acts/labels.ts";
import { disputeLabel, reviewLabel } from "../../payments/labels.ts";
import { RETURN_MEANS_NAMES } from "../../return-means.ts";
import { ROLE_NAMES } from "../../roles.ts";
import {
  ACCOUNT_BASIS_WORDS,
  BOOKED_WORDS,
  SOURCE_WORDS,
  URGENCY_WORDS,
} from "../../sanctions/labels.ts";
import { dayWords, KIND_WORDS as PROOF_KINDS } from "../../verifications/labels.ts";
import { ACCOUNT_STATES, BOOKING_STATES, mailName, PAYMENT_STATE_NAMES } from "../labels.ts";

const PROOF_STATES = { waiting: "à lire", accepted: "acceptée", refused: "refusée" };

/** Values of two objects differ where they meet. */
const VALUE_WORDS: { [Field in ActField]?: Record<string, string> } = {
  decision: { refund: "redemander à Stripe", accept: "noté comme fait autrement" },
  basis: ACCOUNT_BASIS_WORDS,
  booked: BOOKED_WORDS,
  demandee: PROOF_KINDS,
  kind: ANNOUNCEMENT_KINDS,
  means: RETURN_MEANS_NAMES,
  measure: MEASURE_WORDS,
  roles: ROLE_NAMES,
  source: SOURCE_WORDS,
  urgency: URGENCY_WORDS,
  side: { client: "le client", professional: "le professionnel" },
  status: {
    ...PAYMENT_STATE_NAMES,
    ...ACCOUNT_STATES,
    ...BOOKING_STATES,
    ...{ published: "publié", waiting: "en attente", refused: "refusé" },
  },
  company: PROOF_STATES,
  diploma: PROOF_STATES,
  identity: PROOF_STATES,
  insurance: PROOF_STATES,
  title: PROOF_STATES,
};

/** « État : Ouvert → Suspendu »; a field or value of another release is told as it was written. */
export function changeLines(before: ActValues = {}, after: ActValues = {}): string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])] as ActField[];
  return fields
    .map((field) => {
      const values = [before[field], after[field]].map((value) => valueWords(field, value));
      return `${FIELD_WORDS[field] ?? field} : ${[...new Set(values)].filter(Boolean).join(" → ")}`;
    })
    .sort((one, other) => one.localeCompare(other, "fr"));
}

function valueWords(field: ActField, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((one) => valueWords(field, one)).join(", ");
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "object") return `${Object.keys(value).length} éléments`;
  if (typeof value === "number") {
    return field.endsWith("Cents") ? formatPrice(value as Cents) : String(value);
  }
  const text = String(value);
  if (field === "disputeStatus") return disputeLabel(text);
  if (field === "reviewReason") return reviewLabel(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayWords(text);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) {
    const instant = new Date(text);
    return formatMoment(instant);
  }
  return VALUE_WORDS[field]?.[text] ?? (field === "kind" ? mailName(text) : text);
}
