import { Clock, Mail, MapPin, Phone } from "@lucide/icons";
import type { ReactNode } from "react";
import { site } from "#core/site.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { textLinkClass } from "../../ui/text-link.tsx";

export function ContactDetails() {
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="text-22">Nos coordonnées</h2>
        <ul className="mt-4 grid gap-4">
          <Detail icon={<Icon of={Mail} />} term="E-mail">
            <a href={`mailto:${site.email}`} className={`${linkClass} wrap-anywhere`}>
              {site.email}
            </a>
          </Detail>
          <Detail icon={<Icon of={Phone} />} term="Téléphone">
            <a href={site.phone.href} className={`${linkClass} figures`}>
              {site.phone.label}
            </a>
          </Detail>
          <Detail icon={<Icon of={MapPin} />} term="Ville">
            {site.city}
          </Detail>
        </ul>
      </section>
      <section>
        <h2 className="text-22">Nos horaires</h2>
        <dl className="mt-4 grid gap-2">
          {site.hours.map(({ days, time }) => (
            <div
              key={days}
              className="flex justify-between gap-4 border-b border-sand-300 pb-2 last:border-0"
            >
              <dt>{days}</dt>
              <dd className="font-label figures">{time}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 flex gap-2.5 text-ink-soft">
          <Icon of={Clock} className="mt-0.5 size-5 shrink-0 text-sage-600" />
          Réponse sous {site.answersWithin}.
        </p>
      </section>
    </div>
  );
}

const linkClass = `inline-flex min-h-11 items-center ${textLinkClass}`;

function Detail({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-4">
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-100 text-sage-800 [&>svg]:size-5"
      >
        {icon}
      </span>
      <div className="min-w-0">
        <span className="block text-14 text-ink-soft">{term}</span>
        {children}
      </div>
    </li>
  );
}
