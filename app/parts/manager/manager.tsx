import { type ReactNode, useEffect, useRef } from "react";
import type { ManagedGroups } from "#core/bookings/lists/rules.ts";
import type { ManagedOffering } from "#core/bookings/schema.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import * as addresses from "#site/addresses.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import { ManagedRow } from "./managed-row.tsx";

/** React Router asks for no code at all where the list of named addresses gets too long. */
const DISCOVERED = 3;

interface ManagerProps {
  title: string;
  others: string;
  groups: ManagedGroups<ManagedOffering>;
  now: Date;
  empty?: ReactNode;
  action?: ReactNode;
  className?: string;
}

export function Manager({ title, others, groups, now, empty, action, className }: ManagerProps) {
  const shown = [
    { title: "À venir", offerings: groups.upcoming },
    { title: "Mois précédent", offerings: groups.previousMonth, state: "Terminée" },
    { title: "Désactivées", offerings: groups.deactivated, state: "Désactivée" },
    { title: others, offerings: groups.others },
  ].filter(({ offerings }) => offerings.length > 0);
  const heading = useFocusKept(JSON.stringify(shown.map(stateOf)));
  return (
    <Panel className={`min-w-0 ${className ?? ""}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 ref={heading} tabIndex={-1} className="text-22 outline-none">
          {title}
        </h2>
        {action}
      </div>
      {shown.length === 0 && empty}
      {shown.map(({ title, offerings, state }) => (
        <section key={title} className="mt-8 first-of-type:mt-5">
          <h3 className="flex items-center gap-3 border-b border-sand-300 pb-3 font-text text-16 font-strong">
            {title}
            <Badge tone="sand" className="figures">
              {offerings.length}
            </Badge>
          </h3>
          <ul className="divide-y divide-sand-300">
            {offerings.map((offering, index) => (
              <ManagedRow
                key={offering.id}
                offering={offering}
                state={state}
                now={now}
                discover={index < DISCOVERED ? "render" : "none"}
              />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

function stateOf({ title, offerings }: { title: string; offerings: ManagedOffering[] }) {
  return [
    title,
    offerings.map(({ id, slots }) => [
      id,
      slots.map(({ bookings }) => bookings.map(({ status }) => status)),
    ]),
  ];
}

function useFocusKept(state: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(state);
  useEffect(() => {
    const hasChanged = state !== before.current;
    before.current = state;
    if (hasChanged && document.activeElement === document.body) {
      heading.current?.focus({ preventScroll: true });
    }
  }, [state]);
  return heading;
}

interface SessionManagerProps {
  groups: ManagedGroups<ManagedOffering>;
  now: Date;
  canBePaid: boolean;
}

export function SessionManager({ groups, now, canBePaid }: SessionManagerProps) {
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
