import { favoriteState } from "./favorite-heart.tsx";
import { type Card, cardGridClass, SessionCard } from "./session-card.tsx";

/** The cards of some sessions, below a heading of the page's. */
export function SessionGrid({
  sessions,
  now,
  hearts,
  className = "",
}: {
  sessions: readonly Card[];
  now: Date;
  hearts: readonly string[] | null;
  className?: string;
}) {
  return (
    <ul className={`${cardGridClass} ${className}`}>
      {sessions.map((session) => (
        <li key={session.id} className="min-w-0">
          <SessionCard
            session={session}
            now={now}
            heading="h3"
            favorite={favoriteState(hearts, session.id)}
          />
        </li>
      ))}
    </ul>
  );
}
