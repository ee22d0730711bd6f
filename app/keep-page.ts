import type { MiddlewareFunction } from "react-router";
import { isRouteErrorResponse } from "react-router";
import { showToast, type ToastMessage } from "./ui/toast.ts";

type Results = Record<string, { type: "data" | "error"; result: unknown }>;

/** The part of React Router's browser router that this file needs; it has no public type. */
interface BrowserRouter {
  state: {
    location: { pathname: string; search: string; hash: string };
    loaderData: Record<string, unknown>;
    navigation: { location?: { pathname: string } | undefined };
  };
  navigate(to: string, options: { replace: boolean; preventScrollReset: boolean }): Promise<void>;
}

/**
 * What a route may declare in its `handle`: the quoted toast of its failed loads and actions, and
 * another for its actions where the specification has one.
 */
export interface FailureHandle {
  failure?: { title: string; text: string };
  actionFailure?: { title: string; text: string };
}

const unexpected: ToastMessage = {
  title: "Erreur",
  text: "Une erreur inattendue est survenue",
  tone: "danger",
};

/** True while the kept page is navigated to again: nothing is loaded then. */
let staying = false;

/**
 * A failed load or action, a cut network included, keeps the page and shows a toast, never the
 * error page (R35). Answers meant for the visitor (404, 403) pass: they have pages of their own.
 *
 * React Router has no way to call a navigation off, so another one to the page that is on screen
 * takes its place, answered from the data that this page already has.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const router = (window as unknown as { __reactRouterDataRouter?: BrowserRouter })
    .__reactRouterDataRouter;
  if (!router) return next();
  if (staying) return shownData(router);

  const results = await next();
  const failed = Object.keys(results).filter((id) => isFailure(results[id]));
  if (failed.length === 0 || request.signal.aborted) return results;

  showToast(toastOf(failed, request.method));
  if (router.state.navigation.location?.pathname !== new URL(request.url).pathname) {
    // A fetcher or a revalidation failed: the page is not about to change.
    return Object.fromEntries(
      Object.entries(results).map(([id, outcome]) => [
        id,
        isFailure(outcome)
          ? { type: "data" as const, result: router.state.loaderData[id] }
          : outcome,
      ]),
    );
  }
  const { pathname, search, hash } = router.state.location;
  const here = pathname + search;
  // The browser's own « back » has already changed the address; everything else has not.
  const replace = here === window.location.pathname + window.location.search;
  staying = true;
  try {
    await router.navigate(here + hash, { replace, preventScrollReset: true });
  } finally {
    staying = false;
  }
  return shownData(router);
};

function shownData(router: BrowserRouter): Results {
  return Object.fromEntries(
    Object.entries(router.state.loaderData).map(([id, result]) => [id, { type: "data", result }]),
  );
}

/**
 * Answers below 500 are meant for the visitor, redirects (thrown as a `Response`) included;
 * everything else went wrong on the way.
 */
function isFailure(outcome: Results[string] | undefined): boolean {
  if (outcome?.type !== "error") return false;
  const { result } = outcome;
  const isAnswer = isRouteErrorResponse(result) || result instanceof Response;
  return !(isAnswer && result.status < 500);
}

/** The toast of the innermost failed route that declares one. */
function toastOf(routeIds: string[], method: string): ToastMessage {
  const modules = (
    window as unknown as { __reactRouterRouteModules?: Record<string, { handle?: FailureHandle }> }
  ).__reactRouterRouteModules;
  const handles = routeIds.map((id) => modules?.[id]?.handle);
  const acted = method === "GET" ? undefined : handles.map((one) => one?.actionFailure);
  const failure = acted?.findLast(Boolean) ?? handles.map((one) => one?.failure).findLast(Boolean);
  return failure ? { ...failure, tone: "danger" } : unexpected;
}
