import {
  type DataRouter,
  type DataStrategyResult,
  data,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type RouterState,
} from "react-router";
import { showToast, type ToastMessage } from "../ui/toasts/toast.ts";
import { browserRouter, handleOf } from "./react-router-internals.tsx";

export type Results = Record<string, DataStrategyResult>;

interface Words {
  title: string;
  text: string;
}

/**
 * The fields of a route's `handle`: the toasts of its failed loads, of its failed actions, and of
 * forms with words of their own, by their `intent`.
 */
export interface FailureHandle {
  failure?: Words;
  actionFailure?: Words;
  intentFailures?: Record<string, Words>;
}

const unexpected: ToastMessage = {
  title: "Erreur",
  text: "Une erreur inattendue est survenue",
  tone: "danger",
};

/** Whether another page is being loaded, and not only a reload of the same one. */
export function isLeaving(): boolean {
  return Boolean(browserRouter()?.state.navigation.location);
}

/**
 * Set while somebody watches the login of a signed-in visitor: `hasEnded` says whether an answer
 * shows that it is over, `end` handles that.
 */
export const login: {
  hasEnded?: (state: RouterState, results: Results, isAction: boolean) => boolean;
  end?: () => void;
} = {};

/** True while the kept page replaces the failed navigation: nothing is loaded then. */
let staying = false;

/**
 * Keeps the page after a failed load or action, a cut network included, and shows a toast, never
 * the error page (rule: keep-the-page). Answers meant for the visitor (404, 403) pass: they have
 * pages of their own.
 *
 * React Router cannot cancel a navigation, so another one to the current page replaces it, answered
 * from the data that this page already has.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request, pattern }, next) => {
  const router = browserRouter();
  if (!router) return next();
  if (staying) return shownData(router);

  const isAction = request.method !== "GET";
  const { pathname, search } = new URL(request.url);
  if (unreachable.has(pattern)) {
    if (!navigator.onLine) giveUp(router);
    else if (isAction) window.location.reload();
    else window.location.assign(pathname + search);
    return next();
  }
  // Copied before it is sent, because sending uses it up.
  const form = isAction ? request.clone() : null;
  asked.add(pattern);
  const results = await next();
  asked.delete(pattern);
  const ended = login.hasEnded?.(router.state, results, isAction);
  // For an action that needed a login, only the refusal matters, and only on its own page.
  const isAnswer = isAction && pathname === router.state.location.pathname;
  const isDropped = (outcome: Results[string]) =>
    isFailure(outcome) || (ended && !(isAnswer && outcome.type === "data"));
  if (!Object.values(results).some(isDropped) || request.signal.aborted) return results;

  if (!ended) showToast(toastOf(Object.keys(results), form && (await form.formData())));
  if ((ended && !isAction) || router.state.navigation.location?.pathname !== pathname) {
    // A fetcher or a revalidation failed: the page stays. An action gets no answer, with a status
    // that makes nothing reload.
    const nothing = isAction ? data(undefined, 503) : null;
    return Object.fromEntries(
      Object.entries(results).map(([id, outcome]) => [
        id,
        isDropped(outcome)
          ? { type: "data" as const, result: nothing ?? router.state.loaderData[id] }
          : outcome,
      ]),
    );
  }
  await stay(router);
  return shownData(router);
};

async function stay(router: DataRouter): Promise<void> {
  const { pathname, search, hash } = router.state.location;
  const here = pathname + search;
  // The browser's « back » has already changed the address; nothing else does so before the page is
  // there.
  const replace = here === window.location.pathname + window.location.search;
  staying = true;
  try {
    await router.navigate(here + hash, { replace, preventScrollReset: true });
  } finally {
    staying = false;
  }
}

/** Patterns of the routes that are being requested. */
const asked = new Set<string>();

/**
 * Patterns whose code could not be fetched, for whatever path. React Router waits for it for ever,
 * without trying again: only a new document does.
 */
const unreachable = new Set<string>();

/**
 * React Router reloads the page when the code of a screen cannot be fetched, in case of a new
 * release. Where the browser can be asked to, this goes on to the new screen instead, and without a
 * network keeps the page, which would be lost (rule: keep-the-page).
 */
function replaceReload(event: NavigateEvent): void {
  const router = browserRouter();
  if (!router || event.navigationType !== "reload" || event.userInitiated) return;
  const { location, formMethod } = router.state.navigation;
  if (!navigator.onLine) {
    event.preventDefault();
    for (const pattern of asked) unreachable.add(pattern);
    giveUp(router);
  } else if (location && !formMethod) {
    event.preventDefault();
    window.location.assign(location.pathname + location.search + location.hash);
  }
}

/** Stops waiting for code, and says so in general words, since the screen's own are missing too. */
function giveUp(router: DataRouter): void {
  showToast(unexpected);
  for (const [key, { state }] of router.state.fetchers) {
    if (state !== "idle") router.resetFetcher(key);
  }
  if (router.state.navigation.location) stay(router);
}

/** Addresses whose screens are known, each with `:id` in the place of ids. */
const known = new Set<string>();

/** The shapes of the addresses that a request for code names. */
function shapesOf(resource: URL): string[] {
  const paths = resource.searchParams.get("paths") ?? "";
  return paths.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id").split(",");
}

/**
 * React Router asks where the code of an address is, each id anew though another one has the same
 * screen: that is answered here. It shows the error page when nobody answers: left waiting, it keeps
 * the page that is there (rule: keep-the-page).
 */
async function findCode(resource: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const isCode = resource instanceof URL && resource.pathname === "/__manifest";
  if (!isCode) return ask(resource, options);
  const shapes = shapesOf(resource);
  if (shapes.every((shape) => known.has(shape))) return Response.json({});
  const signal = options?.signal;
  try {
    const answer = await ask(resource, options);
    if (answer.status === 200) for (const shape of shapes) known.add(shape);
    if (!signal || answer.ok) return answer;
  } catch (error) {
    if (!signal || signal.aborted) throw error;
  }
  const router = browserRouter();
  if (router) giveUp(router);
  return new Promise(() => {});
}

const ask = globalThis.fetch;

/**
 * A page that the browser kept whole while another site was open (the payment's, for example) still
 * waits for the answer that led there: it stays instead, and is read anew.
 */
async function refreshKeptPage({ persisted }: PageTransitionEvent): Promise<void> {
  const router = browserRouter();
  if (!persisted || !router) return;
  if (router.state.navigation.state !== "idle") await stay(router);
  await router.revalidate();
}

if (typeof window !== "undefined") {
  addEventListener("pageshow", refreshKeptPage);
  window.navigation?.addEventListener("navigate", replaceReload);
  window.fetch = findCode;
}

function shownData(router: DataRouter): Results {
  return Object.fromEntries(
    Object.entries(router.state.loaderData).map(([id, result]) => [id, { type: "data", result }]),
  );
}

/**
 * Answers below 500 are meant for the visitor, redirects (thrown as a `Response`) included;
 * everything else is a failure.
 */
function isFailure(outcome: Results[string] | undefined): boolean {
  if (outcome?.type !== "error") return false;
  const { result } = outcome;
  const isAnswer = isRouteErrorResponse(result) || result instanceof Response;
  return !(isAnswer && result.status < 500);
}

/**
 * The toast of the innermost route that declares one for the form's intent. Another route may have
 * failed: the root, whose data every page has, fails with it and declares no words.
 */
function toastOf(routeIds: string[], form: FormData | null): ToastMessage {
  const words = routeIds.map((id) => {
    const handle = handleOf(id) as FailureHandle | undefined;
    const asked = form && handle?.intentFailures?.[String(form.get("intent"))];
    return asked ?? (form && handle?.actionFailure) ?? handle?.failure;
  });
  const failure = words.findLast(Boolean);
  return failure ? { ...failure, tone: "danger" } : unexpected;
}
