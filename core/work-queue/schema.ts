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

export interface Colleague {
  id: string;
  name: string;
  roles: readonly Role[];
}

export const queueQuery = z.object({
  genre: z.string().catch(""),
  pour: z.enum(["moi", "personne"]).optional().catch(undefined),
});

export interface Work extends Deadline {
  kind: WorkKind;
  id: string;
  name: string;
  title: string;
  context: string;
  basis: Basis;
  within: string;
  takenBy: { name: string; isMe: boolean } | null;
  opinions: { of: string; by: string; isOfMe: boolean }[];
}

export type Found = Omit<Work, "takenBy" | "opinions">;
