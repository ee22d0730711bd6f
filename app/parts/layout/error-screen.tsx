import { useLocation } from "react-router";
import * as addresses from "#site/addresses.ts";
import type { EndedPage } from "../../failures/ended-login.server.ts";
import type { GonePage } from "../../failures/gone-page.server.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { sessionsHref } from "../catalogue/search-address.ts";
import { SessionGrid } from "../catalogue/session-card.tsx";

const texts: Record<number, { title: string; text: string }> = {
  403: { title: "Accès interdit", text: "Cette page n'est pas ouverte à votre compte." },
  404: {
    title: "Oops! Page not found",
    text: "Cette page n'existe pas, ou n'existe plus. L'adresse est peut-être incomplète.",
  },
};

const GONE: Record<GonePage["kind"], string> = {
  session: "Cette session n'est plus proposée",
  activity: "Cette activité n'est plus proposée",
  professional: "Ce praticien ne propose plus rien ici",
};

const unexpected = {
  title: "Une erreur inattendue est survenue",
  text: "Nous n'avons pas pu afficher cette page. Réessayez dans un instant.",
};

interface Failed {
  status: number;
  requestId: string | null;
  answer: unknown;
  words?: { title: string; text: string };
}

export function ErrorScreen(failed: Failed) {
  const { status, answer } = failed;
  return status === 401 && answer ? (
    <EndedScreen {...(answer as EndedPage)} />
  ) : (
    <FailedScreen {...failed} />
  );
}

function FailedScreen({ status, requestId, answer, words }: Failed) {
  const gone = status === 410 ? (answer as GonePage) : null;
  const { pathname, search } = useLocation();
  const known = gone
    ? { title: GONE[gone.kind], text: "Rien ne se réserve plus à cette adresse." }
    : texts[status];
  const { title, text } = known ?? words ?? unexpected;
  return (
    <div className="page grid justify-items-center gap-4 py-16 text-center md:py-24">
      <Picture
        name={known ? "coaching-b" : "meditation-c"}
        sizes="240px"
        eager
        className="aspect-square w-60 rounded-t-full rounded-b-card object-cover"
      />
      <p className="mt-4 font-strong text-sage-600 figures">Erreur {status}</p>
      <h1 className="md:text-48">{title}</h1>
      <p className="max-w-text text-18 text-ink-soft">{text}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {!known && (
          <a
            href={pathname + search}
            className={buttonClass({ variant: "outline", size: "large" })}
          >
            Réessayer
          </a>
        )}
        {gone?.category && (
          <ButtonLink to={sessionsHref({ category: gone.category })} size="large">
            {gone.category} : toutes les sessions
          </ButtonLink>
        )}
        <ButtonLink to={addresses.home} variant="sage" size="large">
          Retour à l'accueil
        </ButtonLink>
      </div>
      {!known && requestId && (
        <p className="mt-4 text-14 text-ink-soft">
          Référence à nous communiquer : <code className="break-all">{requestId}</code>
        </p>
      )}
      {gone && gone.similar.length > 0 && (
        <section className="mt-10 w-full text-left" aria-labelledby="proches">
          <h2 id="proches" className="mb-6">
            Des sessions proches
          </h2>
          <SessionGrid
            sessions={gone.similar}
            now={gone.now}
            hearts={gone.hearts}
            className="lg:grid-cols-3"
          />
        </section>
      )}
    </div>
  );
}

function EndedScreen({ typed, hadFile, toast }: EndedPage) {
  const { pathname, search } = useLocation();
  return (
    <div className="page grid justify-items-center py-10">
      <div className="w-full max-w-form">
        <h1>Votre connexion a pris fin</h1>
        <FormToast toast={toast} />
        <p className="mt-2 text-ink-soft">Ce que vous avez écrit est gardé sur cette page.</p>
        <ol className="mt-7 grid gap-6">
          <li>
            <p className="mb-3">
              1. Reconnectez-vous dans un nouvel onglet, puis revenez à celui-ci.
            </p>
            <a
              href={addresses.logIn}
              target="_blank"
              className={buttonClass({ size: "large" })}
              rel="noopener"
            >
              Se connecter
              <span className="sr-only"> (nouvel onglet)</span>
            </a>
          </li>
          <li>
            <p className="mb-3">2. Envoyez de nouveau ce que vous aviez écrit.</p>
            <form method="post" action={pathname + search} encType="multipart/form-data">
              <TypedFields typed={typed} />
              <Button type="submit" variant="clay" size="large">
                Envoyer de nouveau
              </Button>
            </form>
          </li>
        </ol>
        {hadFile && (
          <Notice className="mt-6">
            Votre photo n'a pas pu être gardée : vous pourrez l'ajouter ensuite.
          </Notice>
        )}
      </div>
    </div>
  );
}

export function TypedFields({ typed }: { typed: readonly [name: string, value: string][] }) {
  return typed.map(([name, value], row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a name may come several times, and none moves
    <input key={row} type="hidden" name={name} value={value} />
  ));
}
