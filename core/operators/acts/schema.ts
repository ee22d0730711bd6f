import { z } from "zod";
import type { Act, ActValues, ObjectKind } from "./labels.ts";
import { MAX_REASON, REASON_WANTED, saysWhy } from "./rules.ts";

/** Its field says who reads it. */
export const requiredReason = z
  .string(REASON_WANTED)
  .overwrite((text) => text.replace(/\r\n?/g, "\n").trim())
  .max(MAX_REASON, `${MAX_REASON} caractères au plus.`)
  .refine(saysWhy, REASON_WANTED);

/** Belong to nobody with an account. */
type Nobodys = "operator" | "category" | "event" | "site" | "announcement";

export type Deed = {
  act: Act;
  reason?: string | null | undefined;
  before?: ActValues;
  after?: ActValues;
} & (
  | { object: { kind: Nobodys; id: string }; personId?: string | null | undefined }
  | {
      object: { kind: Exclude<ObjectKind, Nobodys>; id: string };
      /** Reason and values are erased with this account. */
      personId: string | null | undefined;
    }
);

export interface ActView {
  number: number;
  at: Date;
  operator: string;
  act: Act;
  objectKind: ObjectKind;
  objectId: string;
  fields: string[];
  /** Null when there are none, or they were erased. */
  details: Pick<Deed, "reason" | "before" | "after"> | null;
  isErased: boolean;
}

export const journalQuery = z.object({
  /** An id, an operator's name, words of an act, or somebody's e-mail or name. */
  q: z.string().trim().max(200).catch(""),
  before: z.coerce.number().int().positive().optional().catch(undefined),
});
