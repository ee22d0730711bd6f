import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import { ErrorScreen } from "../parts/layout/error-screen.tsx";
import theme from "../theme.css?url";
import { Logo } from "../ui/pictures/logo.tsx";

/**
 * The page of an error before any page can be rendered, in our design: with the database away,
 * nobody knows whose page it would be. It needs no script, and fetches only files.
 *
 * @param address the requested path and query, to try again.
 * @param words replace « Une erreur inattendue est survenue ».
 */
export function drawFailure(
  address: string,
  status: number,
  requestId: string | null,
  words?: { title: string; text: string },
): string {
  const page = (
    <StaticRouter location={address}>
      <html lang="fr">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <title>{`Erreur — ${site.name}`}</title>
          <link rel="stylesheet" href={theme} />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <link rel="manifest" href="/manifest.webmanifest" />
        </head>
        <body>
          <header className="page flex h-19 items-center">
            <a
              href={addresses.home}
              className="inline-flex min-h-11 items-center gap-2.5 font-display text-22 leading-none font-price tracking-tight no-underline"
            >
              <Logo className="size-8 text-sage-600" />
              {site.name}
            </a>
          </header>
          <main>
            <ErrorScreen
              status={status}
              requestId={requestId}
              answer={null}
              {...(words && { words })}
            />
          </main>
        </body>
      </html>
    </StaticRouter>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
