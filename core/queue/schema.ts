import { z } from "zod";
import { requiredReason } from "../operators/acts/schema.ts";
import type { Role } from "../roles.ts";
import {
  type Basis,
  type Deadline,
  OPINION_KINDS,
  takenAs,
  WORK_KINDS,
  type WorkKind,
} from "./rules.ts";

export const workKey = z.object({ kind: z.enum(WORK_KINDS).transform(takenAs), id: z.uuid() });

export const passing = workKey.extend({ to: z.uuid() });

const opinionKey = z.object({ kind: z.enum(OPINION_KINDS), id: z.uuid() });

export const opinionShown = opinionKey;
export const opinionAsked = opinionKey.extend({
  to: z.uuid("Choisissez à qui vous demandez"),
  reason: requiredReason,
});
export const opinionGiven = opinionKey.extend({ reason: requiredReason });

/** Another operator. */
export interface Colleague {
  id: string;
  name: string;
  roles: readonly Role[];
}

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
  /** The colleagues whose opinion about it is waited for, and by whom. */
  opinions: { of: string; by: string; isOfMe: boolean }[];
}

/** The same before anybody is asked who has taken it. */
export type Found = Omit<Work, "takenBy" | "opinions">;
