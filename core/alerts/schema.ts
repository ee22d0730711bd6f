import { z } from "zod";
import { guestEmail } from "../accounts/schema.ts";
import type { MailData } from "../notifications/schema.ts";
import { areRead, linkCode } from "../parse.ts";
import { offeringListQuery } from "../search/offering-list/schema.ts";
import { PARAMETERS } from "../search/typing/schema.ts";

const { q, category, price } = offeringListQuery.shape;
const { shape: others } = z.object(PARAMETERS).omit({ near: true }).partial();

const withoutEmpty = (input: unknown) =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ""))
    : input;

/** What can be kept of a search, in its own words (rule: alerts). */
export const alertConditions = z.preprocess(
  withoutEmpty,
  z
    .object({ q, category, price, ...others })
    .strict()
    .refine((asked) => asked.q || asked.category || asked.place, {
      path: ["q"],
      when: areRead("q", "category", "place"),
      error: "Dites une activité ou un lieu",
    })
    .refine((asked) => !asked.from || !asked.to || asked.from < asked.to, {
      path: ["to"],
      when: areRead("from", "to"),
      error: "L'heure de fin doit suivre celle du début.",
    })
    .refine((asked) => asked.format !== "individual" || (asked.seats ?? 1) === 1, {
      path: ["seats"],
      when: areRead("format", "seats"),
      error: "Une séance individuelle n'a qu'une place",
    }),
);
export type AlertConditions = z.output<typeof alertConditions>;

const alertId = z.uuid({ error: "Identifiant invalide" });
export const alertInput = z.object({ alertId });
export const pauseInput = z.object({ alertId, isPaused: z.boolean() });

export type Owner =
  | { userId: string; guestId?: undefined }
  | { guestId: string; userId?: undefined };

export interface Alert {
  id: string;
  conditions: AlertConditions;
  isPaused: boolean;
  createdAt: Date;
}

export type Told = Pick<MailData<"alert-found">, "finds" | "toldAt">;

export type Find = Told["finds"][number];

export interface Seekers {
  count: number;
  category: string;
  /** Null online. */
  city: string | null;
}

export const askerInput = z.object({ email: guestEmail });

export const alertLinkInput = z.object({ token: z.string().max(200).catch("") });

export const guestCode = z.object({
  code: linkCode,
});

export const stopInput = guestCode.extend({
  alertId: z.uuid({ error: "Identifiant invalide" }).optional(),
});

export interface AlertLinkView {
  alert: Alert;
  code: string | null;
}
