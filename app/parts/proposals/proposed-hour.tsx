import type { OpenProposal } from "#core/bookings/proposals/schema.ts";
import { formatEnd, formatLongDay, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";

export function ProposedHour({
  proposal: { start, end, expiresAt, withdraws },
  bookingId,
}: {
  proposal: OpenProposal;
  bookingId: string;
}) {
  return (
    <div className="mt-4 grid justify-items-start gap-3 rounded-control bg-clay-100 px-4 py-3.5 text-left text-16 text-ink figures">
      <p>
        <strong className="font-strong">Votre praticien vous propose une autre heure :</strong>{" "}
        {formatLongDay(start)}, {formatTime(start)} – {formatEnd(start, end)}.
      </p>
      <p className="text-14">
        {withdraws
          ? "L'heure prévue n'aura pas lieu. Répondez"
          : "Sans réponse, votre réservation reste. Répondez"}{" "}
        avant le {formatLongDay(expiresAt)} à {formatTime(expiresAt)}.
      </p>
      <ButtonLink to={addresses.proposalOf(bookingId)} variant="clay" size="small">
        Voir et répondre
      </ButtonLink>
    </div>
  );
}
