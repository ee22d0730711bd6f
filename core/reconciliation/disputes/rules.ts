import { type Cents, cents } from "../../money.ts";

/** The provider's fields, one file each. */
export const FILE_KINDS = [
  "receipt",
  "service_documentation",
  "customer_communication",
  "uncategorized_file",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Characters to say why money is given up that may be due. */
export const LOSS_REASON_MIN = 20;

/** Above this cost to the platform, two people give a dispute up (rule: goodwill). */
export const LOSS_LIMIT = cents(15_000);

export const needsSecondPerson = (costCents: Cents) => costCents > LOSS_LIMIT;

/** Of all files together (https://docs.stripe.com/disputes/best-practices). */
export const MAX_FILES_BYTES = 4.5 * 1024 * 1024;
