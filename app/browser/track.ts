import type { ContactSubject } from "#core/contact/labels.ts";
import type { PriceBand } from "#core/listings/rules.ts";
import type { SearchQuery, Sort } from "#core/search/schema.ts";

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
