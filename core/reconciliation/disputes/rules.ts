import { type Cents, cents } from "../../money.ts";

/** The provider's fields for files, of which each takes one. */
export const FILE_KINDS = [
  "receipt",
  "service_documentation",
  "customer_communication",
  "uncategorized_file",
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** How many signs say why money is given up that may be due. */
export const LOSS_REASON_MIN = 20;

/** Above this cost to the platform, a dispute is given up by two people (rule: goodwill). */
export const LOSS_LIMIT = cents(15_000);

/** Whether somebody else has to confirm that a dispute of this cost to the platform is given up. */
export const needsSecondPerson = (costCents: Cents) => costCents > LOSS_LIMIT;

/** The provider takes no more of all files together (https://docs.stripe.com/disputes/best-practices). */
export const MAX_FILES_BYTES = 4.5 * 1024 * 1024;
