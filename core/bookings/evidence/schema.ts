export interface BookingEvidence {
  clientId: string | null;
  customerName: string;
  customerEmail: string;
  serviceDate: string;
  /** Never the client's note. */
  product: string;
  refundPolicy: string;
  cancellation: string;
  activity: string;
  messages: { id: string; by: "client" | "professional"; text: string; at: Date }[];
}
