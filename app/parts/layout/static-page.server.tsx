import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router";
import { site } from "#core/site.ts";
import * as addresses from "#site/addresses.ts";
import theme from "../../theme.css?url";
import { Logo } from "../../ui/pictures/logo.tsx";

/** Needs neither script nor data. @param address its path and query. */
export function drawStaticPage(
  { address, title }: { address: string; title: string },
  content: ReactNode,
): string {
  const page = (
    <StaticRouter location={address}>
      <html lang="fr">
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="theme-color" content="#fbf8f3" />
          <meta name="robots" content="noindex" />
          <title>{`${title} — ${site.name}`}</title>
          {[figtree, fraunces].map((href) => (
            <link
              key={href}
              rel="preload"
              href={href}
              as="font"
              type="font/woff2"
              crossOrigin="anonymous"
            />
          ))}
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
          <main>{content}</main>
        </body>
      </html>
    </StaticRouter>
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
