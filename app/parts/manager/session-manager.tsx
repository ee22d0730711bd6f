import type { ManagedGroups } from "#core/bookings/rules.ts";
import type { ManagedSession } from "#core/bookings/schema.ts";
import { Badge } from "../../ui/badge.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ManagedRow } from "./managed-row.tsx";

/** A professional's own sessions on /profil, in the groups of S2§2. */
export function SessionManager({
  groups,
  now,
  className,
}: {
  groups: ManagedGroups<ManagedSession>;
  now: Date;
  className?: string;
}) {
  const shown = [
    { title: "À venir", sessions: groups.upcoming },
    { title: "Mois précédent", sessions: groups.previousMonth, state: "Terminée" },
    { title: "Désactivées", sessions: groups.deactivated, state: "Désactivée" },
    { title: "Autres sessions", sessions: groups.others },
  ].filter(({ sessions }) => sessions.length > 0);
  return (
    <Panel className={`min-w-0 ${className ?? ""}`}>
      <h2 className="text-22">Mes sessions publiées</h2>
      {shown.length === 0 && <p className="mt-3 text-ink-soft">Aucune session disponible</p>}
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
