import { z } from "zod";
import { requiredReason } from "../../operators/acts/schema.ts";
import type { disputeFiles } from "../../tables.server.ts";
import { NOT_A_FILE, TOO_LARGE } from "./labels.ts";
import { FILE_KINDS, LOSS_REASON_MIN, MAX_FILES_BYTES } from "./rules.ts";

/** The provider takes 150 000 characters of everything together. */
const MAX_TEXT = 15_000;
const MAX_MESSAGES = 30;

const text = z.string().trim().max(MAX_TEXT, `${MAX_TEXT} caractères au plus`);

export const answerInput = z.object({
  paymentId: z.uuid(),
  // As the operator has read, and corrected, them.
  product: text,
  serviceDate: text,
  refundPolicy: text,
  cancellation: text,
  activity: text,
  /** None goes by itself. */
  messages: z.array(z.uuid()).max(MAX_MESSAGES, { error: `${MAX_MESSAGES} messages au plus` }),
  /** Those that were shown: others are not sent unseen. */
  files: z.array(z.string().max(100)).max(FILE_KINDS.length),
  reason: requiredReason,
});

export const lossInput = z.object({
  paymentId: z.uuid(),
  reason: requiredReason.min(
    LOSS_REASON_MIN,
    `${LOSS_REASON_MIN} signes au moins : pourquoi ne pas contester.`,
  ),
});

const kind = z.enum(FILE_KINDS, { error: "Dites ce que montre ce fichier." });

export const fileInput = z.object({
  paymentId: z.uuid(),
  kind,
  file: z
    .instanceof(File, { error: NOT_A_FILE })
    .refine(({ size }) => size > 0, { error: NOT_A_FILE })
    .refine(({ size }) => size <= MAX_FILES_BYTES, { error: TOO_LARGE }),
});

export const namedFile = z.object({ paymentId: z.uuid(), kind });

export const keptFile = z.object({
  paymentId: z.uuid(),
  fileId: z.string().regex(/^file_\w{1,100}$/),
});

export interface SentFile {
  kind: (typeof FILE_KINDS)[number];
  fileId: string;
  sentAt: Date;
}

export type EvidenceFile = Pick<
  typeof disputeFiles.$inferSelect,
  "kind" | "fileId" | "type" | "bytes"
>;
