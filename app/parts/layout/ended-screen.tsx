import { useLocation } from "react-router";
import * as addresses from "#site/addresses.ts";
import type { EndedPage } from "../../failures/ended-login.server.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import { TypedFields } from "./typed-fields.tsx";

export function EndedScreen({ typed, hadFile, toast }: EndedPage) {
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
