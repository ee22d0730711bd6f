import {
  CalendarCheck,
  CalendarDays,
  CalendarPlus,
  ChevronRight,
  Eye,
  Heart,
  type LucideIconData,
  Mail,
  Search,
  UserPen,
  Users,
} from "@lucide/icons";
import { Link } from "react-router";
import * as addresses from "#site/addresses.ts";
import { CardHead } from "../../../ui/card-head.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";

interface Action {
  to: string;
  icon: LucideIconData;
  label: string;
  text: string;
}

const CLIENT: Action[] = [
  {
    to: addresses.ownSessions,
    icon: CalendarCheck,
    label: "Mes Sessions",
    text: "Vos réservations, à venir et passées.",
  },
  {
    to: addresses.messages,
    icon: Mail,
    label: "Messages",
    text: "Ce qu'on s'écrit à propos d'une réservation.",
  },
  {
    to: addresses.favorites,
    icon: Heart,
    label: "Mes favoris",
    text: "Les sessions que vous avez gardées.",
  },
  {
    to: addresses.lastMinute,
    icon: Search,
    label: "Réserver une séance",
    text: "Ce qui est libre dans les trois jours.",
  },
];

const EDIT: Action = {
  to: addresses.editProfile,
  icon: UserPen,
  label: "Éditer mon profil",
  text: "Votre nom, votre téléphone, votre activité.",
};

const professionalActions = (id: string): Action[] => [
  {
    to: "#sessions-publiees",
    icon: CalendarDays,
    label: "Gérer mes sessions",
    text: "Vos sessions publiées et leurs réservations.",
  },
  {
    to: addresses.professional(id),
    icon: Eye,
    label: "Voir ma page publique",
    text: "Ce que les clients voient de vous.",
  },
];

/** Only for professionals who may (rule: activity-rights). */
const ADD_ACTIVITY: Action = {
  to: addresses.addActivity,
  icon: CalendarPlus,
  label: "Ajouter une activité",
  text: "Un atelier, un workshop, un coworking.",
};

const ACTIVITIES: Action = {
  to: addresses.ownActivities,
  icon: Users,
  label: "Mes Activités",
  text: "Vos activités publiées et leurs réservations.",
};

export function QuickActions({
  professionalId,
  mayCreateActivities = false,
  hasActivities = false,
  wide = false,
  className = "",
}: {
  professionalId: string | null;
  /** Whether the plan or the operator allows it (rule: activity-rights). */
  mayCreateActivities?: boolean;
  hasActivities?: boolean;
  wide?: boolean;
  className?: string;
}) {
  const actions = professionalId
    ? [
        ...professionalActions(professionalId),
        ...(mayCreateActivities ? [ADD_ACTIVITY] : []),
        ...(mayCreateActivities || hasActivities ? [ACTIVITIES] : []),
        ...CLIENT,
        EDIT,
      ]
    : [...CLIENT, EDIT];
  return (
    <Panel aria-labelledby="actions" className={className}>
      <CardHead id="actions" title="Actions rapides" />
      <ul className={`mt-2 ${wide ? "gap-x-12 lg:grid lg:grid-cols-2" : ""}`}>
        {actions.map(({ to, icon, label, text }) => (
          <li key={to} className="border-b border-hairline last:border-0">
            <Link
              to={to}
              className="group grid min-h-18 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4 py-3 no-underline"
            >
              <span className="grid size-11 place-items-center rounded-full bg-sage-100 text-sage-800">
                <Icon of={icon} className="size-5" />
              </span>
              <span>
                <span className="block font-strong group-hover:underline">{label}</span>
                <span className="block text-14 text-ink-soft">{text}</span>
              </span>
              <Icon of={ChevronRight} className="size-5 text-ink-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
