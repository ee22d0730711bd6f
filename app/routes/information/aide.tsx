import { Mail, MessageCircle, Phone, Search } from "@lucide/icons";
import { type ReactNode, useState } from "react";
import { Form } from "react-router";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { helpFor } from "../../parts/information/help.ts";
import { HelpEntries } from "../../parts/information/help-entries.tsx";
import { PageHead } from "../../parts/information/page-head.tsx";
import { describedMeta } from "../../parts/seo/page-meta.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Panel } from "../../ui/panel.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import type { Route } from "./+types/aide";

export const page = { shared: { q: /^.{1,200}$/s } };

export const meta: Route.MetaFunction = () =>
  describedMeta(
    "Centre d'aide",
    "Inscription, réservation, annulation, paiement, frais : les réponses aux questions les plus posées, et une équipe qui vous répond.",
  );

export function loader({ request }: Route.LoaderArgs) {
  return { q: new URL(request.url).searchParams.get("q") ?? "" };
}

export default function Help({ loaderData }: Route.ComponentProps) {
  const [q, setQ] = useState(loaderData.q);
  const hydrated = useHydrated();
  const found = helpFor(q);
  return (
    <>
      <PageHead
        title="Centre d'aide"
        picture="sophrologie-b"
        intro="Les réponses aux questions que l'on nous pose le plus."
      >
        <search className="mt-7 block max-w-hero">
          <Form className="flex items-center gap-2 rounded-card border border-sand-500 bg-surface p-2 shadow-soft">
            <label className="relative block min-w-0 flex-1 focus-within:rounded-control focus-within:outline-2">
              <span className="sr-only">Rechercher dans l'aide</span>
              <Icon
                of={Search}
                className="absolute top-1/2 left-3 size-5 -translate-y-1/2 text-sage-600"
              />
              <input
                type="search"
                name="q"
                value={q}
                onChange={(event) => setQ(event.target.value)}
                placeholder="Annulation, paiement, frais…"
                className="block min-h-12 w-full appearance-none bg-transparent pr-3 pl-11 outline-none placeholder:text-ink-soft"
              />
            </label>
            {!hydrated && (
              <Button type="submit" variant="sage">
                Rechercher
              </Button>
            )}
          </Form>
        </search>
      </PageHead>
      <section className="page pt-12" aria-labelledby="questions">
        <div className="mx-auto max-w-hero">
          <h2 id="questions">Questions fréquentes</h2>
          <p role="status" className="mt-2 text-ink-soft">
            {q.trim() === ""
              ? "Six réponses pour commencer."
              : found.length === 0
                ? ""
                : `${found.length} réponse${found.length > 1 ? "s" : ""} pour «\u00a0${q.trim()}\u00a0»`}
          </p>
          {found.length > 0 ? (
            <HelpEntries entries={found} />
          ) : (
            <div className="mt-6">
              <EmptyState
                heading="h3"
                picture="sophrologie-c"
                title="Aucune réponse trouvée"
                link={{ to: addresses.contact, label: "Nous écrire" }}
              >
                Essayez un autre mot, ou posez-nous la question.
              </EmptyState>
            </div>
          )}
        </div>
      </section>
      <Reach />
    </>
  );
}

const open = site.hours
  .filter(({ time }) => time !== "Fermé")
  .map(({ days, time }) => `${days}, ${time}`);

/** The chat leads to the form with a subject chosen (rule: working-controls). */
function Reach() {
  return (
    <section className="section page" aria-labelledby="joindre">
      <h2 id="joindre" className="md:text-36">
        Une autre question ?
      </h2>
      <ul className="mt-7 grid gap-6 md:grid-cols-3">
        <Way
          icon={<Icon of={MessageCircle} />}
          title="Discuter avec nous"
          text={`Laissez votre question : nous y répondons par e-mail, sous ${site.answersWithin}.`}
        >
          <ButtonLink to={addresses.contactAbout("autre")} block>
            Démarrer une discussion
          </ButtonLink>
        </Way>
        <Way
          icon={<Icon of={Mail} />}
          title="Par e-mail"
          text="Pour joindre une photo ou un document à votre message."
        >
          <a href={`mailto:${site.email}`} className={buttonClass({ block: true })}>
            Envoyer un e-mail
          </a>
        </Way>
        <Way icon={<Icon of={Phone} />} title="Par téléphone" text={`${open.join(". ")}.`}>
          <a href={site.phone.href} className={buttonClass({ block: true, className: "figures" })}>
            {site.phone.label}
          </a>
        </Way>
      </ul>
    </section>
  );
}

function Way({
  icon,
  title,
  text,
  children,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <Panel as="li" className="flex flex-col">
      <span aria-hidden className="text-sage-600 [&>svg]:size-7">
        {icon}
      </span>
      <h3 className="mt-4 text-22">{title}</h3>
      <p className="mt-2 mb-6 text-ink-soft">{text}</p>
      <div className="mt-auto">{children}</div>
    </Panel>
  );
}
