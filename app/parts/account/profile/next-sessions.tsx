import { Link } from "react-router";
import type { BadgeTone } from "#core/bookings/labels.ts";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { ArrowLink } from "../../../ui/text-link.tsx";
import { DateTile, StateBadge } from "../../bookings/booking-parts.tsx";

export interface NextSession {
  id: string;
  start: Date;
  title: string;
  to: string;
  facts: readonly string[];
  badge: { label: string; tone: BadgeTone };
}

export function NextSessions({
  id,
  title,
  sessions,
  all,
  empty,
  now,
  className = "",
}: {
  id: string;
  title: string;
  sessions: readonly NextSession[];
  all: { to: string; of: string };
  empty: { text: string; to: string; action: string };
  now: Date;
  className?: string;
}) {
  return (
    <Panel aria-labelledby={id} className={`flex flex-col ${className}`}>
      <CardHead id={id} title={title}>
        <ArrowLink to={all.to}>
          Tout voir<span className="sr-only"> : {all.of}</span>
        </ArrowLink>
      </CardHead>
      {sessions.length > 0 ? (
        <ul className="mt-1 divide-y divide-hairline">
          {sessions.map((session) => (
            <Row key={session.id} session={session} now={now} />
          ))}
        </ul>
      ) : (
        <div className="mt-3 grid grow content-center justify-items-center gap-4 rounded-control bg-sand-100 px-5 py-8 text-center">
          <p>{empty.text}</p>
          <ButtonLink to={empty.to} variant="sage">
            {empty.action}
          </ButtonLink>
        </div>
      )}
    </Panel>
  );
}

function Row({ session, now }: { session: NextSession; now: Date }) {
  const { label, date } = nextSlotLabel(session.start, now);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <DateTile start={session.start} />
      <div>
        <p className="font-strong wrap-anywhere">
          <Link
            to={session.to}
            className="inline-flex min-h-6 items-center text-ink no-underline hover:underline"
          >
            {session.title}
          </Link>
        </p>
        <p className="text-14 wrap-anywhere text-ink-soft figures">
          {[label, date, ...session.facts].join(" · ")}
        </p>
      </div>
      <div className="max-sm:col-start-2">
        <StateBadge {...session.badge} />
      </div>
    </li>
  );
}
