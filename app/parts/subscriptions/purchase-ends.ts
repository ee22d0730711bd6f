import { PROCESSING_LABEL } from "#core/bookings/labels.ts";
import {
  GUEST_SUBSCRIPTION_MESSAGES,
  PROCESSING_SUBSCRIPTION,
  REFUSED_SUBSCRIPTION,
} from "#core/subscriptions/labels.ts";

export const PURCHASE_ENDS = {
  processing: { title: PROCESSING_LABEL, text: PROCESSING_SUBSCRIPTION },
  refused: { title: "Paiement refusé", text: REFUSED_SUBSCRIPTION },
  returned: { title: "Paiement remboursé", text: GUEST_SUBSCRIPTION_MESSAGES.returned },
} as const;

export type PurchaseResult = "success" | "error" | keyof typeof PURCHASE_ENDS;

export function purchaseEnd(result: string | null): { title: string; text: string } | undefined {
  return result !== null && result in PURCHASE_ENDS
    ? PURCHASE_ENDS[result as keyof typeof PURCHASE_ENDS]
    : undefined;
}
