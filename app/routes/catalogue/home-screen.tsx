import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { countLabel } from "#core/search/labels.ts";
import { LAST_MINUTE_HOURS } from "#core/search/rules.ts";
import * as addresses from "#site/addresses.ts";
import { ProfessionalCard } from "../../parts/catalogue/professional-card.tsx";
import { SearchFields } from "../../parts/catalogue/search-fields/search-box.tsx";
import { useSearchSubmit } from "../../parts/catalogue/search-fields/use-search-submit.ts";
import { SessionGrid } from "../../parts/catalogue/session-card.tsx";
import { PartFailed } from "../../parts/layout/part-failed.tsx";
import { whenAround } from "../../parts/near/when-around.ts";
import { Badge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Landscape } from "../../ui/pictures/landscape.tsx";
import { Arc } from "../../ui/pictures/logo.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { ArrowLink, TextLink } from "../../ui/text-link.tsx";
import type { Route } from "./+types/home";

type Loaded = Route.ComponentProps["loaderData"];

export default function HomeScreen({ loaderData }: Route.ComponentProps) {
  const { categories, popular, figures, largestReduction, comingSoon, own } = loaderData;
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by the server, where React escapes */}
      <div dangerouslySetInnerHTML={{ __html: own }} />
      <Hero isHeaded={own !== ""} />
      {figures && <FigureList figures={figures} />}
      <LastMinute {...loaderData} />
      {categories.length > 0 && <Categories categories={categories} />}
      <Popular professionals={popular} />
      {largestReduction && <Banner percent={largestReduction} />}
      {/* biome-ignore lint/a11y: what is pressed in it is a link */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own words */}
      <div onClick={whenAround} dangerouslySetInnerHTML={{ __html: comingSoon }} />
    </>
  );
}

function Hero({ isHeaded }: { isHeaded: boolean }) {
  const onSubmit = useSearchSubmit();
  const { location } = useNavigation();
  const Heading = isHeaded ? "h2" : "h1";
  return (
    <section className="relative isolate overflow-hidden bg-linear-to-b from-paper from-40% to-sand-100/55 pb-57 md:pb-83">
      <Landscape />
      <div className="page">
        <div className="relative mx-auto max-w-hero pt-10 text-center md:pt-17">
          <Arc
            side="left"
            className="absolute top-11 -left-2 hidden h-49 w-14 text-sage-300 lg:block"
          />
          <Arc
            side="right"
            className="absolute top-11 -right-2 hidden h-49 w-14 text-sage-300 lg:block"
          />
          <Heading className="font-regular text-36 tracking-tighter md:text-48">
            Le bien-être, <br />à la dernière minute
          </Heading>
          <p className="mx-auto mt-4 mb-7 max-w-[52ch] text-18 text-ink-soft">
            Yoga, massage, sophrologie… Les créneaux encore libres de nos praticiens, en ville ou en
            ligne, certains à prix réduit.
          </p>
          <search>
            <Form action={addresses.sessions} onSubmit={onSubmit}>
              <SearchFields busy={location?.pathname === addresses.sessions} />
            </Form>
          </search>
        </div>
      </div>
    </section>
  );
}

function FigureList({ figures }: { figures: NonNullable<Loaded["figures"]> }) {
  return (
    <section className="page pt-14" aria-label="En chiffres">
      <dl className="grid grid-cols-3 divide-x divide-sand-300 text-center figures">
        {figures.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse px-1 py-2">
            <dt className="mt-1.5 text-14 text-ink-soft md:text-18">{label}</dt>
            <dd className="font-display text-36 leading-tight tracking-tighter md:text-48">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function LastMinute({ lastMinute, hearts, now }: Pick<Loaded, "lastMinute" | "hearts" | "now">) {
  return (
    <section className="section page grid gap-8 lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:items-center lg:gap-14">
      <div>
        <Badge tone="clay-soft">Dans les {LAST_MINUTE_HOURS} heures</Badge>
        <h2 className="mt-4 mb-3 md:text-36">Une place s'est libérée</h2>
        <p className="max-w-[44ch] text-ink-soft">
          Les praticiens ouvrent ici leurs derniers créneaux, certains à prix réduit. Vous réservez
          en deux minutes, sans créer de compte.
        </p>
        <ArrowLink to={addresses.lastMinute} className="mt-3">
          Toutes les offres de dernière minute
        </ArrowLink>
      </div>
      {lastMinute === null ? (
        <PartFailed text="Impossible de récupérer les sessions" />
      ) : lastMinute.length > 0 ? (
        <SessionGrid sessions={lastMinute} now={now} hearts={hearts} />
      ) : (
        <EmptyState
          heading="h3"
          title="Aucune session de dernière minute"
          link={{ to: addresses.sessions, label: "Voir toutes les sessions" }}
        >
          Rien dans les {LAST_MINUTE_HOURS} prochaines heures. Les créneaux s'ouvrent souvent le
          matin.
        </EmptyState>
      )}
    </section>
  );
}

function Popular({ professionals }: { professionals: Loaded["popular"] }) {
  return (
    <section className="section page">
      <SectionHead
        title="Professionnels populaires"
        text={
          <>
            Notés 4,5 et plus ; à note égale, Premium passe devant.{" "}
            <TextLink to={`${addresses.ranking}#ailleurs`}>Comment nous classons</TextLink>
          </>
        }
        to={addresses.professionals}
        link="Tous les praticiens"
      />
      {professionals === null ? (
        <PartFailed text="Impossible de récupérer les professionnels" />
      ) : professionals.length > 0 ? (
        <ul className="grid gap-6 lg:grid-cols-2">
          {professionals.map((professional) => (
            <li key={professional.id} className="grid">
              <ProfessionalCard professional={professional} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          heading="h3"
          picture="coaching-c"
          title="Aucun professionnel populaire"
          link={{ to: addresses.professionals, label: "Voir tous les praticiens" }}
        />
      )}
    </section>
  );
}

function Banner({ percent }: { percent: number }) {
  return (
    <section className="section page">
      <div className="grid justify-items-center gap-6 rounded-card bg-clay-100 px-6 py-10 text-center lg:grid-cols-[auto_minmax(0,1fr)_auto] lg:items-center lg:gap-14 lg:px-16 lg:py-12 lg:text-left">
        <p aria-hidden="true" className="flex items-center gap-3 text-clay-700">
          <Arc side="left" className="h-28 w-8.5 text-clay-600" />
          <span>
            <span className="block text-18 font-label">jusqu'à</span>
            <span className="block font-display text-48 leading-none tracking-tighter whitespace-nowrap figures">
              {percent} %
            </span>
          </span>
          <Arc side="right" className="h-28 w-8.5 text-clay-600" />
        </p>
        <div>
          <h2>
            <span className="sr-only">Jusqu'à {percent} % </span>de réduction sur certaines séances
          </h2>
          <p className="mt-2">Le tarif affiché est celui que vous payez.</p>
        </div>
        <ButtonLink to={addresses.lastMinute} variant="clay" size="large">
          Voir les offres
        </ButtonLink>
      </div>
    </section>
  );
}

/** The position of the drawing's object, for the narrow arch that shows only a part of it. */
const focus: Record<string, string> = {
  massage: "object-[54%]",
  sophrologie: "object-[44%]",
  nutrition: "object-[34%]",
  psychotherapie: "object-[38%]",
};

type Category = Loaded["categories"][number];

interface CategoriesProps {
  categories: readonly (Category | (Category & { count: number; hasMore: boolean }))[];
}

function Categories({ categories }: CategoriesProps) {
  return (
    <section className="section page">
      <SectionHead
        title="De quoi avez-vous besoin ?"
        text="Neuf pratiques, du tapis au fauteuil. Choisissez la vôtre."
        to={addresses.sessions}
        link="Voir toutes les sessions"
      />
      <ul className="grid grid-cols-3 gap-x-3 gap-y-5 md:gap-x-6 md:gap-y-7 lg:grid-cols-9 lg:gap-4">
        {categories.map((category) => {
          const { name, picture } = category;
          return (
            <li key={name}>
              <Link
                to={`${addresses.sessions}?category=${encodeURIComponent(name)}`}
                className="group block text-center text-14 font-label no-underline md:text-16 lg:text-14"
              >
                <span className="mb-3 block aspect-[3/4] overflow-hidden rounded-t-full rounded-b-card bg-sand-100 md:aspect-card md:rounded-card lg:aspect-[3/4.4] lg:rounded-t-full">
                  <Picture
                    name={picture}
                    sizes="(min-width: 1024px) 240px, (min-width: 768px) 33vw, 50vw"
                    className={`size-full object-cover transition-transform group-hover:scale-104 ${focus[picture] ?? ""}`}
                  />
                </span>
                {name}
                {"count" in category && (
                  <span className="block font-regular text-ink-soft figures md:text-14">
                    {countLabel(category)}
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface SectionHeadProps {
  title: string;
  text: ReactNode;
  to: string;
  link: string;
}

function SectionHead({ title, text, to, link }: SectionHeadProps) {
  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
      <div>
        <h2 className="md:text-36">{title}</h2>
        <p className="mt-2 max-w-[56ch] text-ink-soft">{text}</p>
      </div>
      <ArrowLink to={to}>{link}</ArrowLink>
    </div>
  );
}
