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

export function Footer({ seesProfessionalLinks }: { seesProfessionalLinks: boolean }) {
  return (
    <footer className="on-dark mt-24 bg-sage-800 text-sage-100 print:hidden">
      <div className="page pt-16 pb-8">
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_minmax(max-content,1.2fr)]">
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
                    <span className="social-mark size-5" />
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
            <h2 className="footer-title">Nous joindre</h2>
            <ul>
              <li>
                <a href={`mailto:${site.email}`} className="footer-link">
                  {site.email}
                </a>
              </li>
              <li>
                <a href={site.phone.href} className="footer-link figures">
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
                <Link to={to} className="footer-link">
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

interface LinkListProps {
  id: string;
  title: string;
  links: { to: string; label: string }[];
}

function LinkList({ id, title, links }: LinkListProps) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="footer-title">
        {title}
      </h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="footer-link">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
