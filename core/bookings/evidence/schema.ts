/** The texts by which a bank is told that somebody had what they paid for. */
export interface BookingEvidence {
  clientId: string | null;
  customerName: string;
  customerEmail: string;
  serviceDate: string;
  /** The service that was sold, where and with whom; never the client's note. */
  product: string;
  /** The rule of refunds that was shown before the payment. */
  refundPolicy: string;
  /** Whether and by whom it was called off. */
  cancellation: string;
  /** The events, a line each: booking, payment, mails, presence. */
  activity: string;
  /** The messages of both sides, of which an operator picks. */
  messages: { id: string; by: "client" | "professional"; text: string; at: Date }[];
}
