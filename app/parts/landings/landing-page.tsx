import { Link } from "react-router";
import { nextSlotLabel } from "#core/catalogue/labels.ts";
import { inCityLabel, landingLabel } from "#core/landings/labels.ts";
import type { LandingEntry, LandingLink, LandingView } from "#core/landings/schema.ts";
import { priceLabel } from "#core/money.ts";
import { BOOSTED } from "#core/promotion/labels.ts";
import * as addresses from "#site/addresses.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { chipClass } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { ArrowLink, TextLink } from "../../ui/text-link.tsx";
import { sessionsHref } from "../catalogue/search-address.ts";
import { SessionGrid } from "../catalogue/session-card.tsx";
import { HelpEntries } from "../information/help-entries.tsx";
import { PartFailed } from "../layout/part-failed.tsx";
import type { ActivityText } from "./activity-texts.server.ts";

interface Props {
  landing: LandingView;
  text: ActivityText | null;
  picture: string;
  hearts: readonly string[] | null;
  now: Date;
}

export function LandingPage({ landing, text, picture, hearts, now }: Props) {
  const { activity, city, sessions, cities, activities } = landing;
  const title = landingLabel(landing);
  const here = city ? ` ${inCityLabel(city.name)}` : "";
  return (
    <div className="page">
      <Breadcrumb
        steps={[
          { label: "Bien-être", to: addresses.landings },
          ...(city
            ? [{ label: activity.name, to: activity.path }, { label: city.name }]
            : [{ label: activity.name }]),
        ]}
      />
      <div className="grid gap-8 md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-12">
        <div>
          <h1 className="md:text-48">{title}</h1>
          {text && <p className="mt-4 max-w-[56ch] text-18 text-ink-soft">{text.summary}</p>}
          {sessions.length > 0 && <Figures landing={landing} now={now} />}
        </div>
        <div className="hidden md:block">
          <Picture
            name={picture}
            sizes="320px"
            eager="first"
            className="aspect-[6/5] w-64 rounded-t-full rounded-b-card object-cover lg:w-80"
          />
        </div>
      </div>

      <section className="mt-12" aria-labelledby="sessions">
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
          <h2 id="sessions" className="wrap-anywhere">
            Prochaines sessions{here}
          </h2>
          {sessions.length > 0 && (
            <ArrowLink to={sessionsHref({ category: activity.name, location: city?.name ?? "" })}>
              Toutes les sessions
              <span className="sr-only"> : {title}</span>
            </ArrowLink>
          )}
        </div>
        {sessions.length > 0 ? (
          <SessionGrid
            sessions={sessions.map((session) =>
              landing.boosted.includes(session.id) ? { ...session, mention: BOOSTED } : session,
            )}
            now={now}
            hearts={hearts}
            className="lg:grid-cols-3"
          />
        ) : (
          <EmptyState
            heading="h3"
            picture="sophrologie-b"
            title="Aucune session disponible"
            action={
              <>
                {city && (
                  <ButtonLink to={activity.path} variant="sage">
                    {activity.name} dans d'autres villes
                  </ButtonLink>
                )}
                <ButtonLink to={addresses.sessions}>Voir toutes les sessions</ButtonLink>
              </>
            }
          >
            Aucune place libre{here} pour le moment. Les créneaux s'ouvrent souvent au dernier
            moment : revenez bientôt, ou regardez juste à côté.
          </EmptyState>
        )}
      </section>

      {text && <About name={activity.name} text={text} />}
      <Links
        id="villes"
        title={city ? `${activity.name} dans d'autres villes` : `${activity.name} par ville`}
        links={cities.map(({ name, path }) => ({
          path,
          name: `${activity.name} ${inCityLabel(name)}`,
        }))}
      />
      <Links
        id="pratiques"
        title={`Autres pratiques${here}`}
        links={activities.map(({ name, path }) => ({ path, name: `${name}${here}` }))}
      />
    </div>
  );
}

function Figures({ landing: { figures }, now }: { landing: LandingView; now: Date }) {
  const next = nextSlotLabel(figures.nextAt, now);
  const many = (count: number) =>
    `${figures.hasMore ? "plus de " : ""}${count.toLocaleString("fr-FR")}`;
  const facts = [
    { term: "Sessions disponibles", value: many(figures.sessions) },
    { term: "À partir de", value: figures.fromCents === null ? "" : priceLabel(figures.fromCents) },
    { term: "Prochain créneau", value: next.label, note: next.date },
    { term: "Praticiens", value: many(figures.practitioners) },
  ];
  return (
    <dl className="mt-7 grid grid-cols-2 gap-x-6 gap-y-5 border-t border-sand-300 pt-5 figures sm:grid-cols-[repeat(4,auto)] sm:justify-between">
      {facts.map(({ term, value, note }) => (
        <div key={term}>
          <dt className="text-14 text-ink-soft">{term}</dt>
          <dd className="mt-0.5 font-display text-22">
            {value}
            {note && <span className="block font-text text-14 text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const HEADINGS = ["De quoi s'agit-il ?", "Comment se passe une séance ?", "Pour qui ?"];

function About({ name, text }: { name: string; text: ActivityText }) {
  return (
    <>
      <section className="section grid gap-x-16 gap-y-8 lg:grid-cols-3">
        {text.paragraphs.map((paragraph, index) => (
          <div key={paragraph}>
            <h2 className="text-22">
              <span className="sr-only">{name} : </span>
              {HEADINGS[index]}
            </h2>
            <p className="mt-3 max-w-text text-ink-soft">{paragraph}</p>
          </div>
        ))}
      </section>
      <section className="section max-w-hero" aria-labelledby="questions">
        <h2 id="questions">Questions fréquentes</h2>
        <HelpEntries entries={text.questions.map((entry) => ({ id: entry.question, ...entry }))} />
      </section>
    </>
  );
}

function Links({ id, title, links }: { id: string; title: string; links: readonly LandingLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav className="mt-12" aria-labelledby={id}>
      <h2 id={id} className="text-22">
        {title}
      </h2>
      <ul className="mt-4 flex flex-wrap gap-2 *:max-w-full">
        {links.map(({ name, path }) => (
          <li key={path}>
            <Link to={path} className={chipClass()}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function ActivityIndex({
  entries,
}: {
  entries: (LandingEntry & { summary: string; picture: string })[] | null;
}) {
  return (
    <div className="page">
      <Breadcrumb steps={[{ label: "Accueil", to: addresses.home }, { label: "Bien-être" }]} />
      <h1 className="md:text-48">Les pratiques de bien-être</h1>
      <p className="mt-4 max-w-[60ch] text-18 text-ink-soft">
        Du tapis au fauteuil, du souffle à la parole : ce que chaque pratique apporte, comment se
        passe une séance, et où il reste une place.
      </p>
      {!entries && <PartFailed text="Impossible de récupérer les sessions" className="mt-9" />}
      <ul className="mt-9 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
        {entries?.map(({ name, path, summary, picture, cities }) => (
          <Panel key={path} as="li" className="flex flex-col">
            <div className="flex items-center gap-4">
              <div className="w-20 shrink-0">
                <Picture
                  name={picture}
                  sizes="80px"
                  className="aspect-square rounded-t-full rounded-b-card object-cover"
                />
              </div>
              <h2 className="text-22">
                <Link
                  to={path}
                  className="inline-flex min-h-11 items-center wrap-anywhere no-underline hover:underline"
                >
                  {name}
                </Link>
              </h2>
            </div>
            <p className="mt-4 text-ink-soft">{summary}</p>
            <ul className="mt-auto flex flex-wrap gap-x-5 pt-3">
              {cities.map((city) => (
                <li key={city.path}>
                  <TextLink isTall to={city.path}>
                    <span className="sr-only">{name} </span>
                    {inCityLabel(city.name)}
                  </TextLink>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </ul>
    </div>
  );
}
