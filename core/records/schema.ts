import { z } from "zod";
import type { Cents } from "../money.ts";
import type { Act } from "../operators/acts/labels.ts";
import type { PaymentState } from "../payment-states.ts";
import type { CaseLetter } from "./search/rules.ts";

export const recordsQuery = z.object({ q: z.string().trim().max(200).catch("") });
export const accountInput = z.object({ userId: z.uuid() });
export const bookingInput = z.object({ bookingId: z.uuid() });

export const REPORTED_KINDS = ["content", "review", "letter"] as const;
export type ReportedKind = (typeof REPORTED_KINDS)[number];

export const authorInput = accountInput.extend({
  /** The thing the screen is about, left out. */
  except: z.uuid(),
});

export interface AuthorCase {
  kind: ReportedKind;
  id: string;
  name: string | null;
  /** The side that wrote a message; null of anything else. */
  by: "client" | "professional" | null;
  at: Date;
  decision: { act: Act; reason: string | null; operator: string } | null;
}

export type AccountStatus = "active" | "suspended" | "deleted";
export type BookingStatus = "pending" | "confirmed" | "cancelled";

export interface FoundAccount {
  id: string;
  email: string;
  name: string;
  status: AccountStatus;
}

export interface FoundBooking {
  id: string;
  title: string;
  start: Date;
  professional: string;
  buyerEmail: string;
  status: BookingStatus;
}

export interface FoundPayment {
  id: string;
  bookingId: string;
  amountCents: Cents;
  description: string;
  payerEmail: string;
  status: PaymentState;
}

export interface FoundMail {
  id: string;
  kind: string;
  /** Empty once its recipient was forgotten. */
  to: string;
  status: "queued" | "sent" | "dropped";
  createdAt: Date;
  bookingId: string | null;
}

export interface FoundProfessional {
  id: string;
  userId: string;
  businessName: string;
  city: string | null;
  status: AccountStatus;
}

/** Each sort with the newest first, ten at most. */
export interface Found {
  q: string;
  accounts: FoundAccount[];
  professionals: FoundProfessional[];
  bookings: FoundBooking[];
  payments: FoundPayment[];
  mails: FoundMail[];
  /** Those whose number was asked for (rule: case-numbers). */
  cases: { letter: CaseLetter; id: string }[];
}

export interface Happening {
  at: Date;
  what: string;
  more: string | null;
  /** Known by our own rows, the mails, the provider's events or the operators' journal. */
  source: "ours" | "mail" | "provider" | "operator";
}

export interface Author {
  since: Date;
  /** Without what was cancelled. */
  booked: number;
  /** What was booked with a professional, and their rating. */
  business: {
    since: Date;
    booked: number;
    rating: number;
    totalReviews: number;
    isVerified: boolean;
  } | null;
}

export interface AuthorHistory {
  /** Null once their account is deleted. */
  author: Author | null;
  cases: AuthorCase[];
}
