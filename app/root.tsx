import { waitingPages } from "virtual:waiting-pages";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import fraunces from "@fontsource-variable/fraunces/files/fraunces-latin-opsz-normal.woff2?url";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirect,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useMatches,
  useNavigation,
  useRouteLoaderData,
} from "react-router";
import { isUnfinished } from "#core/accounts/rules.ts";
import { countUnread } from "#core/bookings/messages/show-booking-messages.server.ts";
import { resolveOperator } from "#core/operators/logins/log-in-operator.server.ts";
import { site } from "#core/site.ts";
import { listRunningOffers } from "#core/waiting-list/list-waiting.server.ts";
import * as addresses from "#site/addresses.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import type { Route } from "./+types/root";
import { type FailureHandle, keepPage } from "./browser/keep-page.ts";
import { bringScreens } from "./browser/on-touch.tsx";
import { LateScripts } from "./browser/react-router-internals.tsx";
import { trackResults, useFirstAnswers } from "./browser/track.ts";
import type { Viewer } from "./browser/viewer.ts";
import { pageContext, requestContext } from "./context.server.ts";
import { takeFlash } from "./cookies/flash.server.ts";
import { readOperatorLogin } from "./cookies/operator-login.server.ts";
import { readPart } from "./failures/read-part.server.ts";
import { isOperators, pageOf } from "./page-table.server.ts";
import { Footer } from "./parts/layout/footer.tsx";
import { Header } from "./parts/layout/header.tsx";
import { drawAnnouncement, drawOwnLines, PARIS_LINE } from "./parts/layout/lines.server.tsx";
import type { LoginEnding } from "./parts/layout/login-watch.tsx";
import { navFor, ownLinks } from "./parts/layout/nav-links.server.ts";
import { PartFailed } from "./parts/layout/part-failed.tsx";
import { usePreloads } from "./parts/layout/use-preloads.ts";
import { officeOf } from "./parts/operator/office.server.ts";
import theme from "./theme.css?url";
import { Toasts } from "./ui/toasts/toasts.tsx";

export const links: Route.LinksFunction = () => [
  { rel: "preload", href: figtree, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: fraunces, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: theme },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** Also titles error pages: React Router leaves out the meta of a route that failed. */
export const meta: Route.MetaFunction = ({ error }) => {
  if (!error) return [{ title: `${site.name} — ${site.tagline}` }];
  const isMissing = isRouteErrorResponse(error) && [404, 410].includes(error.status);
  return [
    { title: `${isMissing ? "Page introuvable" : "Erreur"} — ${site.name}` },
    { name: "robots", content: "noindex" },
  ];
};

export const clientMiddleware = [keepPage, trackResults, bringScreens];

export const middleware: Route.MiddlewareFunction[] = [
  ({ context, pattern }) => {
    const { actor } = context.get(requestContext);
    if (actor?.mustChangePassword && !pageOf(pattern).isOpenToTemporaryPassword) {
      throw redirect(addresses.changePassword);
    }
  },
  async ({ request, url, context, pattern }) => {
    // An operator reads in the frame of their own screens that an address there does not exist.
    if (!isOperators(pattern === "*" ? url.pathname : pattern)) return;
    const ctx = context.get(requestContext);
    const operator = await resolveOperator(ctx, readOperatorLogin(request, ctx));
    context.set(requestContext, { ...ctx, operator });
  },
];

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { actor, operator, texter } = ctx;
  const [unread, offers] = await Promise.all([
    readPart(context, "unread messages", () => countUnread(ctx)),
    readPart(context, "running offers", () => listRunningOffers(ctx)),
  ]);
  const isOffice = operator !== null || url.pathname === operatorAddresses.logIn;
  const { announcement, requestId } = context.get(pageContext);
  const { flash, events, headers } = takeFlash(request, url.pathname);
  return data(
    {
      viewer:
        actor &&
        !isOffice &&
        ({
          id: actor.userId,
          firstName: actor.firstName,
          seesProfessionalLinks:
            actor.isPro || actor.professionalId !== null || actor.hasActiveSubscription,
          sells: actor.professionalId !== null,
          links: ownLinks(unread ?? 0, offers?.length ?? 0, actor.professionalId !== null),
          lines: drawOwnLines(url.pathname, {
            ...{ isUnfinished: isUnfinished(actor), offers: offers ?? [] },
          }),
        } satisfies Viewer),
      nav: navFor(actor, unread ?? 0),
      isOffice,
      office: operator && officeOf(operator),
      sendsTexts: texter.works,
      flash,
      events,
      announcement: PARIS_LINE + (isOffice ? "" : drawAnnouncement(announcement)),
      requestId,
    },
    { headers },
  );
}

/** Waiting for who is signed in would hide « Chargement... » from everybody. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const isLink = !formMethod && currentUrl.href !== nextUrl.href;
  return defaultShouldRevalidate && !(isLink && waitingPages.includes(nextUrl.pathname));
}

/** Fetched while there is a network, because it is needed most without one. */
const LoginWatch = lazy(() =>
  import("./parts/layout/login-watch.tsx").catch(() => ({ default: () => null })),
);

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const [ending, end] = useState<LoginEnding>(null);
  const viewer = (!ending && root?.viewer) || null;
  const isOffice = root?.isOffice;
  const main = useFocusOnNavigation();
  useFirstHead();
  useFirstAnswers();
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf8f3" />
        <Meta />
        {/* Our own files need no nonce. */}
        <Links nonce="" />
      </head>
      <body>
        <a href="#contenu" className="skip-link">
          Aller au contenu
        </a>
        <ProgressBar />
        {root?.announcement && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server
          <div dangerouslySetInnerHTML={{ __html: root.announcement }} />
        )}
        {viewer?.lines && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote it on the server
          <div dangerouslySetInnerHTML={{ __html: viewer.lines }} />
        )}
        {!isOffice && <Header viewer={viewer} nav={viewer ? root?.nav : undefined} />}
        {/* Hidden, not removed, so that nothing typed is lost when the same person logs in again. */}
        <main
          id="contenu"
          ref={main}
          tabIndex={-1}
          hidden={ending !== null}
          className="outline-none"
        >
          {ending !== "left" && children}
        </main>
        {(ending ?? root?.viewer) && (
          <Suspense>
            <LoginWatch viewer={root?.viewer || null} ending={ending} end={end} />
          </Suspense>
        )}
        {!isOffice && <Footer seesProfessionalLinks={viewer?.seesProfessionalLinks ?? false} />}
        <Toasts flash={root?.flash ?? null} />
        <ScrollRestoration />
        {usePreloads()}
        {import.meta.env.SSR ? <LateScripts /> : <Scripts />}
      </body>
    </html>
  );
}

const ErrorScreen = lazy(async () => {
  const { ErrorScreen } = await import("./parts/layout/error-screen.tsx");
  return { default: ErrorScreen };
});

const OfficeError = lazy(async () => {
  const { OfficeError } = await import("./parts/operator/case-screen.tsx");
  return { default: OfficeError };
});

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const root = useRouteLoaderData<typeof loader>("root");
  const { failure } = (useMatches().at(-1)?.handle ?? {}) as FailureHandle;
  const { status, data: answer } = isRouteErrorResponse(error) ? error : { status: 500 };
  if (root?.office) {
    const text = error instanceof Error ? failure?.text : null;
    return (
      <Suspense>
        <OfficeError status={status} text={text} requestId={root.requestId} />
      </Suspense>
    );
  }
  if (failure && error instanceof Error) {
    return (
      <div className="page py-10">
        <h1 className="mb-6">{failure.title}</h1>
        <PartFailed text={failure.text} />
      </div>
    );
  }
  return (
    <Suspense>
      <ErrorScreen status={status} requestId={root?.requestId ?? null} answer={answer} />
    </Suspense>
  );
}

/** A screen reader then says its title; filters of the same list leave the focus alone. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const place = `${pathname}?${new URLSearchParams(search).get("page") ?? ""}`;
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    // A refused form has just moved the focus to its first error.
    if (document.activeElement?.matches("[aria-invalid=true]")) return;
    main.current?.focus({ preventScroll: true });
  }, [place]);
  return main;
}

/** React leaves alone what stands in the head and is not its own. */
function useFirstHead(): void {
  const { key } = useLocation();
  const first = useRef(key);
  useEffect(() => {
    if (key === first.current) return;
    const tags = document.querySelectorAll('head [data-seo], head [type="application/ld+json"]');
    for (const tag of tags) tag.remove();
  }, [key]);
}

function ProgressBar() {
  const busy = useNavigation().state !== "idle";
  if (!busy) return null;
  return (
    <div
      role="progressbar"
      aria-label="Chargement"
      className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-progress bg-clay-600 [animation-delay:120ms] [animation-fill-mode:both]"
    />
  );
}
