import { z } from "zod";
import type { Cents } from "../money.ts";
import type { PaymentState } from "../payment-states.ts";

export const recordsQuery = z.object({ q: z.string().trim().max(200).catch("") });
export const accountInput = z.object({ userId: z.uuid() });
export const bookingInput = z.object({ bookingId: z.uuid() });

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
  /** The booking that it pays for. */
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
  /** Null for a mail that is about none. */
  bookingId: string | null;
}

export interface FoundProfessional {
  id: string;
  userId: string;
  businessName: string;
  city: string | null;
  status: AccountStatus;
}

/** Everything that is found, each sort with the newest first, and with no more than ten. */
export interface Found {
  q: string;
  accounts: FoundAccount[];
  professionals: FoundProfessional[];
  bookings: FoundBooking[];
  payments: FoundPayment[];
  mails: FoundMail[];
}

/** Something that happened to an account, a booking or a payment, in words. */
export interface Happening {
  at: Date;
  what: string;
  /** More about it; null when the words say all. */
  more: string | null;
  /** By whom it is known: our own rows, the mails, the provider's events, the operators' journal. */
  source: "ours" | "mail" | "provider" | "operator";
}
