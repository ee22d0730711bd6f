import type { DataRouter } from "react-router";

/*
 * The product stands on React Router's insides in this file alone (docs/decisions/034): what it
 * leaves on the window for its own scripts, and says nowhere else. The test beside it fails on the
 * next version, to be read again.
 */

interface Insides {
  __reactRouterDataRouter?: DataRouter;
  __reactRouterRouteModules?: Record<string, { handle?: unknown } | undefined>;
}

/** The browser's router; undefined until React has taken over the page. */
export function browserRouter(): DataRouter | undefined {
  return (window as Insides).__reactRouterDataRouter;
}

/**
 * The `handle` of a route whose code the browser has. `useMatches` knows those of the page alone,
 * and not that of the screen that could not be loaded.
 */
export function handleOf(routeId: string): unknown {
  return (window as Insides).__reactRouterRouteModules?.[routeId]?.handle;
}
