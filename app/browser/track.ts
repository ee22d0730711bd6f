import { useEffect } from "react";
import type { MiddlewareFunction } from "react-router";
import type { ContactSubject } from "#core/contact/labels.ts";
import type { PriceBand } from "#core/listings/rules.ts";
import type { SearchQuery, Sort } from "#core/search/schema.ts";
import { browserRouter } from "./react-router-internals.tsx";

/** Never who somebody is, nor words that they typed (rule: no-third-party). */
export interface Events {
  /** The mailbox is still to be confirmed (rule: mailbox-proof). */
  signup: { userType: "client" };
  login: { by: "password" | "confirmation" };
  booking: { action: "confirmed" | "cancelled"; guest: boolean };
  payment: { outcome: "paid" | "refunded"; guest: boolean };
  subscription: { action: "activated"; plan: string };
  /** Typed words may identify somebody, so only their presence is reported. */
  search: {
    words: boolean;
    location: boolean;
    professional: boolean;
    category: string | null;
    filter: NonNullable<SearchQuery["filter"]> | null;
    price: PriceBand | null;
    sort: Sort;
    count: number;
  };
  favorite: { action: "add" | "remove" | "clear" };
  contact: { subject: ContactSubject };
  content: { kind: "session" | "activity"; action: "create" };
}

export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

/** Writes one line to the browser's console; nothing leaves it (rule: no-third-party). */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  console.info("analytics", name, data);
}

interface Wrapped {
  data?: unknown;
}
type Results = Record<string, { type: "data" | "error"; result: Wrapped | null | undefined }>;

/** Removes the events, so that each is sent once. */
function trackAnswer(answer: unknown): void {
  const { events } = (answer ?? {}) as { events?: AnalyticsEvent[] };
  for (const { name, data } of events?.splice(0) ?? []) track(name, data);
}

export const trackResults: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  for (const { result } of Object.values(results)) {
    trackAnswer(result);
    trackAnswer(result?.data);
  }
  return results;
};

/** A form may be sent before React has taken over. */
export function useFirstAnswers(): void {
  useEffect(() => {
    const { loaderData, actionData } = browserRouter()?.state ?? {};
    for (const answers of [loaderData, actionData]) {
      Object.values(answers ?? {}).forEach(trackAnswer);
    }
  }, []);
}
