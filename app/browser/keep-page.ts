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

/** Toasts in a route's `handle`; `forms` are by `intent`. */
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

export function isLeaving(): boolean {
  return Boolean(browserRouter()?.state.navigation.location);
}

export const login: {
  hasEnded?: (state: RouterState, results: Results, isAction: boolean) => boolean;
  end?: () => void;
} = {};

/** True while the kept page replaces the failed navigation: nothing is loaded then. */
let staying = false;

/** Shows a toast after a failed load or action; 403 and 404 pass (rule: keep-the-page). */
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
    // An action gets no answer, with a status that makes nothing reload.
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
  // « Back » alone has changed the address before the page is there.
  const replace = here === window.location.pathname + window.location.search;
  staying = true;
  try {
    await router.navigate(here + hash, { replace, preventScrollReset: true });
  } finally {
    staying = false;
  }
}

const asked = new Set<string>();

/** React Router waits for ever for code that failed to come; only a new document tries again. */
const unreachable = new Set<string>();

/** Replaces React Router's reload for missing code (rule: keep-the-page). */
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

function giveUp(router: DataRouter): void {
  showToast(unexpected);
  for (const [key, { state }] of router.state.fetchers) {
    if (state !== "idle") router.resetFetcher(key);
  }
  if (router.state.navigation.location) stay(router);
}

const known = new Set<string>();

/** Never lets a request for code fail, which would show the error page (rule: keep-the-page). */
async function findCode(resource: RequestInfo | URL, options?: RequestInit): Promise<Response> {
  const isCode = resource instanceof URL && resource.pathname === "/__manifest";
  if (!isCode) return ask(resource, options);
  const paths = resource.searchParams.get("paths") ?? "";
  const shapes = paths.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ":id").split(",");
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

/** A page that the browser kept whole still waits for the answer that led away from it. */
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

/** Answers below 500, redirects included, are meant for the visitor. */
function isFailure(outcome: Results[string] | undefined): boolean {
  if (outcome?.type !== "error") return false;
  const { result } = outcome;
  const isAnswer = isRouteErrorResponse(result) || result instanceof Response;
  return !(isAnswer && result.status < 500);
}

/** Takes the innermost route that declares a toast, since the root fails too and declares none. */
function toastOf(routeIds: string[], form: FormData | null): ToastMessage {
  const words = routeIds.map((id) => {
    const handle = handleOf(id) as FailureHandle | undefined;
    const asked = form && handle?.intentFailures?.[String(form.get("intent"))];
    return asked ?? (form && handle?.actionFailure) ?? handle?.failure;
  });
  const failure = words.findLast(Boolean);
  return failure ? { ...failure, tone: "danger" } : unexpected;
}
