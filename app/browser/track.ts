import type { SearchQuery, Sort } from "#core/catalogue/schema.ts";
import type { ContactSubject } from "#core/messages/labels.ts";
import type { PriceBand } from "#core/offers/rules.ts";

/**
 * What is worth counting (S1§7), and what is said of it: never who somebody is, nor words that
 * somebody typed.
 */
export interface Events {
  /** A registration was taken in; its mailbox is still to be confirmed (R25). */
  signup: { userType: "client" };
  login: { by: "password" | "confirmation" };
  /** A place that stands, or one that was given back. `guest`: who tells it has no account. */
  booking: { action: "confirmed" | "cancelled"; guest: boolean };
  payment: { outcome: "paid" | "refunded"; guest: boolean };
  /** A plan is in force. */
  subscription: { action: "activated"; plan: string };
  /**
   * A list asked for by a form or a link, not by its address. Typed words may tell of somebody (a
   * practitioner's name, a street, what one suffers from), so only whether there were any is said.
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

/** One of them, as an answer of the server carries it in its `events`. */
export type AnalyticsEvent = {
  [Name in keyof Events]: { name: Name; data: Events[Name] };
}[keyof Events];

/** Analytics end in the browser's console, one line for each event (R33). */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  console.info("analytics", name, data);
}
