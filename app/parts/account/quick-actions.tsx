import { CalendarCheck, ChevronRight, Heart, Search } from "lucide-react";
import { Link } from "react-router";
import { Panel } from "../../ui/panel.tsx";

const ACTIONS = [
  {
    to: "/mes-sessions",
    Icon: CalendarCheck,
    label: "Mes Sessions",
    text: "Vos réservations, à venir et passées.",
  },
  {
    to: "/favoris",
    Icon: Heart,
    label: "Mes favoris",
    text: "Les sessions que vous avez gardées.",
  },
  {
    to: "/sessions?filter=last-minute",
    Icon: Search,
    label: "Réserver une séance",
    text: "Ce qui est libre dans les trois jours.",
  },
];

/** Where people go from their profile. */
export function QuickActions({ className = "" }: { className?: string }) {
  return (
    <Panel aria-labelledby="actions" className={className}>
      <h2 id="actions" className="flex min-h-11 items-center text-22">
        Actions rapides
      </h2>
      <ul className="mt-2">
        {ACTIONS.map(({ to, Icon, label, text }) => (
          <li key={to} className="border-b border-hairline last:border-0">
            <Link
              to={to}
              className="group grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 py-3 no-underline"
            >
              <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-sage-800">
                <Icon aria-hidden className="size-5" />
              </span>
              <span>
                <span className="block font-strong group-hover:underline">{label}</span>
                <span className="block text-14 text-ink-soft">{text}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
