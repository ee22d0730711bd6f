import { Children, type ComponentProps, cloneElement, isValidElement, type ReactNode } from "react";
import { type DataRouter, Scripts } from "react-router";

/*
 * The product stands on React Router's insides in this file alone (docs/decisions/034): what it
 * leaves on the window for its own scripts, and what its `Scripts` draws. The test beside it fails on the
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

/**
 * React Router's scripts, at a lower priority than the visible page: left alone, 120 kB of them go
 * before fonts and pictures, and delay the first paint on a phone by half a second. Only on the
 * server: browsers go by the page's head, and have nothing left to hasten.
 */
export function QuietScripts() {
  return quieten(Scripts({}));
}

function quieten(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<ComponentProps<"link">>(child)) return child;
    if (child.type === "link") return cloneElement(child, { fetchPriority: "low" });
    const { children } = child.props;
    return children ? cloneElement(child, {}, quieten(children)) : child;
  });
}
