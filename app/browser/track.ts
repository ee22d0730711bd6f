import type { ContactSubject } from "#core/contact/labels.ts";
import type { PriceBand } from "#core/listings/rules.ts";
import type { SearchQuery, Sort } from "#core/search/schema.ts";

/**
 * The analytics events and their data: never who somebody is, nor words that somebody typed (rule:
 * no-third-party).
 */
export interface Events {
  /** A registration was accepted; its mailbox is still to be confirmed (rule: mailbox-proof). */
  signup: { userType: "client" };
  login: { by: "password" | "confirmation" };
  /** A confirmed booking, or a cancelled one. `guest`: by somebody without an account. */
  booking: { action: "confirmed" | "cancelled"; guest: boolean };
  payment: { outcome: "paid" | "refunded"; guest: boolean };
  /** A plan is in force. */
  subscription: { action: "activated"; plan: string };
  /**
   * A search by a form or a link, not by its address. Typed words may identify somebody (a
   * practitioner's name, a street, an illness), so only their presence is reported.
   */
  search: {
    words: boolean;
    location: boolean;
    professional: boolean;
    /** One of the filter's, or « autre ». */
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

/** One event, as the server's answer carries it in `events`. */
export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

/** Analytics end in the browser's console, one line for each event (rule: no-third-party). */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  console.info("analytics", name, data);
}
