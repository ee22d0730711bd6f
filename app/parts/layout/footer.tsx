import type { ReactNode } from "react";
import { Link } from "react-router";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { Logo } from "../../ui/pictures/logo.tsx";

const quickLinks = [
  { to: addresses.lastMinute, label: "Dernière minute" },
  { to: addresses.professionals, label: "Praticiens" },
  { to: addresses.landings, label: "Pratiques et villes" },
  { to: addresses.plans, label: "Nos offres" },
  { to: addresses.giftCard, label: "Carte cadeau" },
  { to: addresses.about, label: "Qui sommes-nous" },
];

/** Only for visitors who offer something themselves. */
const professionalLinks = [
  { to: addresses.spaces, label: "Espaces" },
  { to: addresses.activities, label: "Activités" },
];

const supportLinks = [
  { to: addresses.help, label: "Centre d'aide" },
  { to: addresses.contact, label: "Contact" },
  { to: addresses.privacy, label: "Confidentialité" },
  { to: addresses.terms, label: "Conditions" },
];

const legalLinks = [
  { to: addresses.legalNotice, label: "Mentions légales" },
  { to: addresses.ranking, label: "Classement des résultats" },
  { to: addresses.accessibility, label: "Accessibilité" },
  { to: addresses.cookies, label: "Cookies" },
  { to: addresses.mediation, label: "Médiation" },
  { to: addresses.withdrawal, label: "Renoncer au contrat ici" },
];

const socialIcons: Record<string, ReactNode> = {
  Instagram: (
    <>
      <rect x="3" y="3" width="14" height="14" rx="4" />
      <circle cx="10" cy="10" r="3.2" />
      <path d="M13.8 6.2v.1" />
    </>
  ),
  Facebook: (
    <path d="M11.5 17v-6h2.2l.5-2.5h-2.7V7c0-.9.4-1.5 1.5-1.5h1.3V3.2C13.8 3.1 13 3 12.3 3 10.2 3 9 4.2 9 6.4v2.1H6.8V11H9v6" />
  ),
  LinkedIn: (
    <>
      <rect x="3" y="3" width="14" height="14" rx="3" />
      <path d="M6.5 9v5M6.5 6.2v.1M9.5 14V9M9.5 11.2c0-1.3.9-2.2 2-2.2s2 .8 2 2.2V14" />
    </>
  ),
};

const linkClass =
  "inline-flex min-h-11 items-center no-underline underline-offset-4 hover:underline md:min-h-9";

export function Footer({ seesProfessionalLinks }: { seesProfessionalLinks: boolean }) {
  return (
    <footer className="on-dark mt-24 bg-sage-800 text-sage-100 print:hidden">
      <div className="page pt-16 pb-8">
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.2fr]">
          <div>
            <Link
              to={addresses.home}
              className="inline-flex min-h-11 items-center gap-2.5 font-display text-28 leading-none font-price tracking-tight text-paper no-underline"
            >
              <Logo className="size-8 text-sage-300" />
              {site.name}
            </Link>
            <p className="mt-3">{site.tagline}.</p>
            <ul className="mt-4 -ml-3 flex gap-2">
              {site.socials.map((social) => (
                <li key={social.name}>
                  <a
                    href={social.href}
                    className="grid size-11 place-items-center rounded-full hover:bg-sage-600"
                  >
                    <svg
                      viewBox="0 0 20 20"
                      aria-hidden="true"
                      className="size-5 fill-none stroke-current stroke-[1.75]"
                      strokeLinecap="round"
                      strokeLinejoin="round"
                    >
                      {socialIcons[social.name]}
                    </svg>
                    <span className="sr-only">{social.name}</span>
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <LinkList
            id="liens-rapides"
            title="Liens rapides"
            links={seesProfessionalLinks ? [...quickLinks, ...professionalLinks] : quickLinks}
          />
          <LinkList id="support" title="Support" links={supportLinks} />
          <div>
            <h2 className={titleClass}>Nous joindre</h2>
            <ul>
              <li>
                <a href={`mailto:${site.email}`} className={`${linkClass} break-all`}>
                  {site.email}
                </a>
              </li>
              <li>
                <a href={site.phone.href} className={`${linkClass} figures`}>
                  {site.phone.label}
                </a>
              </li>
              {site.hours
                .filter(({ time }) => time !== "Fermé")
                .map(({ days, time }) => (
                  <li key={days} className="pt-1 text-14">
                    {days}, {time}
                  </li>
                ))}
            </ul>
          </div>
        </div>
        <nav aria-label="Informations légales" className="mt-12 border-t border-sage-600 pt-5">
          <ul className="flex flex-wrap gap-x-6 text-14">
            {legalLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className={linkClass}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-5 flex flex-wrap justify-between gap-x-6 gap-y-2 border-t border-sage-600 pt-6 text-14">
          <p>
            © {yearInParis()} {site.name}. Tous droits réservés.
          </p>
          <p>Paiement sécurisé · Réponse sous {site.answersWithin}</p>
        </div>
      </div>
    </footer>
  );
}

/** Formatted here, so that pages with a footer need no date code from the core. */
const yearInParis = () =>
  new Date().toLocaleDateString("fr", { timeZone: "Europe/Paris", year: "numeric" });

const titleClass = "mb-2 font-text text-14 leading-normal font-bold tracking-normal text-paper";

function LinkList({
  id,
  title,
  links,
}: {
  id: string;
  title: string;
  links: { to: string; label: string }[];
}) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={linkClass}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
