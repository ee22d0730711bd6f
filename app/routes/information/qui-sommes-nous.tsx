import { Clock, HandHeart, Scale, Sparkles } from "@lucide/icons";
import { founders, site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { Monogram } from "../../parts/catalogue/monogram.tsx";
import { Pitches } from "../../parts/information/pitch.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { Landscape } from "../../ui/pictures/landscape.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";
import type { Route } from "./+types/qui-sommes-nous";

export const page = { shared: {} };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Qui sommes-nous",
    "Notre mission : que chaque heure libre d'un praticien devienne une heure de répit pour quelqu'un. Nos valeurs et les deux fondateurs.",
  );

export const loader = () => ({ founders });

const values = [
  {
    icon: <Icon of={Clock} />,
    title: "Simple, tout de suite",
    text: "Trouver, réserver, y aller. Deux minutes suffisent, même sans compte.",
  },
  {
    icon: <Icon of={Scale} />,
    title: "Juste pour tous",
    text: "Le prix affiché est le prix payé. La commission est la même pour chaque praticien.",
  },
  {
    icon: <Icon of={HandHeart} />,
    title: "Attentif aux personnes",
    text: "Pas de traceur, pas de publicité pour d'autres que nos praticiens, et une vraie personne quand vous nous écrivez.",
  },
  {
    icon: <Icon of={Sparkles} />,
    title: "Exigeant sur la qualité",
    text: "Des annonces claires, des avis de clients qui ont réservé, et un classement expliqué, places mises en avant comprises.",
  },
];

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <div className="relative isolate overflow-hidden bg-linear-to-b from-paper from-40% to-sand-100/55 pb-64 sm:pb-76 md:pb-96">
        <Landscape />
        <div className="page pt-12 text-center md:pt-17">
          <p className="font-strong text-sage-600">Qui sommes-nous</p>
          <div className="mt-4 flex items-center justify-center gap-3 md:gap-6">
            <Arc side="left" className="h-32 w-9 shrink-0 text-sage-300 md:h-40 md:w-12" />
            <h1 className="max-w-[20ch] md:text-48">
              Une heure libre, c'est du bien-être qui attend
            </h1>
            <Arc side="right" className="h-32 w-9 shrink-0 text-sage-300 md:h-40 md:w-12" />
          </div>
        </div>
      </div>
      <section className="section page grid gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-20">
        <h2 className="md:text-36">Notre mission</h2>
        <div className="grid max-w-text gap-4 text-18">
          <p>
            Chaque jour, des praticiens attendent un client qui a annulé. Chaque jour, des gens
            fatigués renoncent à une séance parce qu'il faut appeler, attendre, réserver trois
            semaines à l'avance.
          </p>
          <p>
            {site.name} réunit les deux. Les praticiens ouvrent leurs créneaux libres à un prix plus
            doux. Vous voyez ce qui est possible ce soir, près de chez vous ou en ligne, et vous
            réservez.
          </p>
          <p className="text-ink-soft">
            Le praticien ne perd pas son heure, vous en gagnez une. C'est tout, et c'est déjà
            beaucoup.
          </p>
        </div>
      </section>
      <section className="section page">
        <h2 className="md:text-36">Nos valeurs</h2>
        <Pitches pitches={values} className="mt-7" />
      </section>
      <section className="section page">
        <h2 className="md:text-36">Les fondateurs</h2>
        <ul className="mt-7 grid gap-6 lg:grid-cols-2">
          {loaderData.founders.map(({ name, role, story }) => (
            <Panel key={name} as="li" className="flex flex-col gap-5 sm:flex-row sm:gap-7">
              <Monogram name={name} className="size-28" />
              <div>
                <h3 className="text-22">{name}</h3>
                <p className="mt-1 text-14 font-strong text-sage-600">{role}</p>
                <p className="mt-3 text-ink-soft">{story}</p>
              </div>
            </Panel>
          ))}
        </ul>
      </section>
      <section className="section page">
        <div className="grid justify-items-center gap-6 rounded-card bg-sage-100 px-6 py-12 text-center md:py-16">
          <h2 className="max-w-[24ch] md:text-36">Et si vous preniez une heure pour vous ?</h2>
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink to={addresses.sessions} variant="clay" size="large">
              Voir les sessions
            </ButtonLink>
            <ButtonLink to={addresses.plans} size="large">
              Vous êtes praticien
            </ButtonLink>
          </div>
        </div>
      </section>
    </>
  );
}
