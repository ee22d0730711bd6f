import { Trash2 } from "lucide-react";
import { PrefetchPageLinks } from "react-router";
import { upcomingRefusal } from "#core/accounts/labels.ts";
import { formatDate } from "#core/dates.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DeletionForm, DeletionTerms } from "./deletion-form.tsx";
import { CardHead } from "./profile-head.tsx";

const QUESTION = "supprimer-le-compte";
const REFUSAL = "suppression-impossible";

/**
 * The danger zone (S2§2, S2§4): deletion at once for a client, a request for a professional. Asked
 * about first, in the platform's popover, so that it needs no script.
 */
export function DangerZone({
  isProfessional,
  askedAt,
  upcoming,
  bookingsAt,
  now,
  className = "",
}: {
  isProfessional: boolean;
  /** When the professional has sent their request. */
  askedAt: Date | null;
  /** Bookings to come, bought or sold: they stand in the way. */
  upcoming: number;
  /** Where these are. */
  bookingsAt: string;
  now: Date;
  className?: string;
}) {
  const isRefused = upcoming > 0 && !askedAt;
  return (
    <Panel aria-labelledby="zone-de-danger" className={className}>
      {/* Loaded before it is needed: then a network that is cut meanwhile keeps this page (R35). */}
      <PrefetchPageLinks page="/profil/suppression" />
      <CardHead id="zone-de-danger" title="Zone de danger" />
      <div className="mt-2 max-w-prose text-ink-soft">
        <DeletionTerms isProfessional={isProfessional} />
      </div>
      {isRefused && (
        <Notice className="mt-5">
          <span id={REFUSAL}>
            <strong>Suppression impossible pour le moment.</strong> {upcomingRefusal(upcoming)}
          </span>{" "}
          <TextLink to={bookingsAt}>Voir les réservations</TextLink>
        </Notice>
      )}
      {askedAt ? (
        <Notice tone="info" className="mt-5">
          Demande envoyée le {formatDate(askedAt)}. Nous la traitons sous un mois. Si vous changez
          d'avis, écrivez-nous.
        </Notice>
      ) : (
        <Button
          popoverTarget={QUESTION}
          variant="danger"
          className="mt-5"
          disabled={isRefused}
          aria-describedby={isRefused ? REFUSAL : undefined}
        >
          <Trash2 aria-hidden className="size-4" />
          {isProfessional ? "Demander la suppression" : "Supprimer mon compte"}
        </Button>
      )}
      <div
        // Closed anew with each answer, which is said on the page; open still when there was none.
        key={now.getTime()}
        id={QUESTION}
        popover="auto"
        role="dialog"
        aria-labelledby={`${QUESTION}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h3 id={`${QUESTION}-titre`} className="text-22">
          {isProfessional
            ? "Demander la suppression de votre compte ?"
            : "Supprimer votre compte ?"}
        </h3>
        <DeletionForm
          isProfessional={isProfessional}
          cancel={
            <Button popoverTarget={QUESTION} popoverTargetAction="hide">
              Garder mon compte
            </Button>
          }
        />
      </div>
    </Panel>
  );
}
