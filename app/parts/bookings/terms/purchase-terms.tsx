import { LockKeyhole, Undo2 } from "@lucide/icons";
import { REFUND_NOTICE_HOURS, refundableUntil } from "#core/bookings/cancellation-terms/rules.ts";
import type { OfferedSlot } from "#core/bookings/schema.ts";
import { Icon } from "../../../ui/pictures/icon.tsx";

/** The cancellation rule before payment, and its date for this slot (rule: refund-notice). */
export function Assurances({ slot, now }: { slot: OfferedSlot | null; now: Date }) {
  const tooLate = slot !== null && refundableUntil(slot.start) < now;
  return (
    <ul className="mt-4 grid gap-2 text-14 text-ink-soft">
      <li className="flex gap-2">
        <Icon of={Undo2} className="mt-0.5 size-4 shrink-0 text-sage-600" />
        {tooLate && (
          <span className="noscript:hidden">
            Ce créneau commence dans moins de {REFUND_NOTICE_HOURS} h : il n'est pas remboursable.
          </span>
        )}
        <span className={tooLate ? "hidden noscript:inline" : ""}>
          Annulation sans frais jusqu'à {REFUND_NOTICE_HOURS} h avant le début ; aucun remboursement
          ensuite.
        </span>
      </li>
      <li className="flex gap-2">
        <Icon of={LockKeyhole} className="mt-0.5 size-4 shrink-0 text-sage-600" />
        Paiement sécurisé, confirmation par e-mail.
      </li>
    </ul>
  );
}
