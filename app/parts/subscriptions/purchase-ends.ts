import { PROCESSING_LABEL } from "#core/bookings/labels.ts";
import {
  GUEST_SUBSCRIPTION_MESSAGES,
  PROCESSING_SUBSCRIPTION,
  REFUSED_SUBSCRIPTION,
} from "#core/subscriptions/labels.ts";

/** The ends of a subscription's purchase whose screen reads the same for guests and accounts. */
export const PURCHASE_ENDS = {
  processing: { title: PROCESSING_LABEL, text: PROCESSING_SUBSCRIPTION },
  refused: { title: "Paiement refusé", text: REFUSED_SUBSCRIPTION },
  returned: { title: "Paiement remboursé", text: GUEST_SUBSCRIPTION_MESSAGES.returned },
} as const;

/** The results that both pages know. */
export type PurchaseResult = "success" | "error" | keyof typeof PURCHASE_ENDS;

/** The title and the words of a result that is one of these ends; undefined for every other. */
export function purchaseEnd(result: string | null): { title: string; text: string } | undefined {
  return result !== null && result in PURCHASE_ENDS
    ? PURCHASE_ENDS[result as keyof typeof PURCHASE_ENDS]
    : undefined;
}
