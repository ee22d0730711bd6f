import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import type { ManagedOffering } from "#core/bookings/schema.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import { Manager } from "./manager.tsx";

export function SessionManager({
  groups,
  now,
  canBePaid,
}: {
  groups: ManagedGroups<ManagedOffering>;
  now: Date;
  canBePaid: boolean;
}) {
  return (
    <Manager
      title="Mes sessions publiées"
      others="Autres sessions"
      groups={groups}
      now={now}
      action={<ArrowLink to={addresses.agenda}>Ouvrir l'agenda</ArrowLink>}
      empty={
        <div className="mt-5">
          <EmptyState
            heading="h3"
            title="Aucune session disponible"
            link={{
              to: canBePaid ? addresses.addSession : addresses.paymentAccount,
              label: canBePaid ? "Ajouter une session" : "Configurer mes paiements",
            }}
          >
            {!canBePaid && ERROR_MESSAGES.payments_required}
          </EmptyState>
        </div>
      }
    />
  );
}
