import { z } from "zod";
import { type Basis, type Deadline, WORK_KINDS, type WorkKind } from "./rules.ts";

export const workKey = z.object({ kind: z.enum(WORK_KINDS), id: z.uuid() });

export const queueQuery = z.object({
  /** One of the filters' ids. */
  genre: z.string().catch(""),
  pour: z.enum(["moi", "personne"]).optional().catch(undefined),
});

/** A thing that waits for an operator. */
export interface Work extends Deadline {
  kind: WorkKind;
  id: string;
  /** The sort in a word, where it says more than `kind`'s own name. */
  name: string;
  title: string;
  context: string;
  basis: Basis;
  /** The time that it has, « 24 heures », « 1 mois ». */
  within: string;
  /** Null when nobody has taken it. */
  takenBy: { name: string; isMe: boolean } | null;
}
