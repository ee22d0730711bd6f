import { useEffect, useRef } from "react";
import type { ManagedGroups } from "#core/bookings/rules.ts";
import type { ManagedSession } from "#core/bookings/schema.ts";
import { ERROR_MESSAGES } from "#core/errors.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ManagedRow } from "./managed-row.tsx";

/** A professional's own sessions on /profil, in the groups of S2§2. */
export function SessionManager({
  groups,
  now,
  canBePaid,
  className,
}: {
  groups: ManagedGroups<ManagedSession>;
  now: Date;
  /** Whether there is a payment account: sessions need one. */
  canBePaid: boolean;
  className?: string;
}) {
  const shown = [
    { title: "À venir", sessions: groups.upcoming },
    { title: "Mois précédent", sessions: groups.previousMonth, state: "Terminée" },
    { title: "Désactivées", sessions: groups.deactivated, state: "Désactivée" },
    { title: "Autres sessions", sessions: groups.others },
  ].filter(({ sessions }) => sessions.length > 0);
  const heading = useFocusKept(JSON.stringify(shown.map(stateOf)));
  return (
    <Panel className={`min-w-0 ${className ?? ""}`}>
      <h2 ref={heading} tabIndex={-1} className="text-22 outline-none">
        Mes sessions publiées
      </h2>
      {shown.length === 0 && (
        <div className="mt-5">
          <EmptyState
            heading="h3"
            title="Aucune session disponible"
            action={
              <ButtonLink to={canBePaid ? "/ajouter-session" : "/profil/paiements"} variant="sage">
                {canBePaid ? "Ajouter une session" : "Configurer mes paiements"}
              </ButtonLink>
            }
          >
            {!canBePaid && ERROR_MESSAGES.payments_required}
          </EmptyState>
        </div>
      )}
      {shown.map(({ title, sessions, state }) => (
        <section key={title} className="mt-8 first-of-type:mt-5">
          <h3 className="flex items-center gap-3 border-b border-sand-300 pb-3 font-text text-16 font-strong">
            {title}
            <Badge tone="sand" className="figures">
              {sessions.length}
            </Badge>
          </h3>
          <ul className="divide-y divide-sand-300">
            {sessions.map((session) => (
              <ManagedRow key={session.id} session={session} state={state} now={now} />
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}

/** What acting on a session changes. */
function stateOf({ title, sessions }: { title: string; sessions: ManagedSession[] }) {
  return [
    title,
    sessions.map(({ id, slots }) => [
      id,
      slots.map(({ bookings }) => bookings.map(({ status }) => status)),
    ]),
  ];
}

/** What was acted on goes, and the focus with it: then the focus goes to the head of the list. */
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
