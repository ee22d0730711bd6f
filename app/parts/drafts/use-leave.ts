import { useEffect, useId, useState } from "react";

interface Place {
  pathname: string;
  search: string;
}

export interface Leave {
  currentLocation: Place;
  nextLocation: Place;
}

interface Blocker {
  state: "unblocked" | "blocked" | "proceeding";
  proceed?: () => void;
  reset?: () => void;
}

/** The part of React Router's browser router that holds a navigation up. */
interface HoldingRouter {
  getBlocker(key: string, isAsked: (leave: Leave) => boolean): Blocker;
  deleteBlocker(key: string): void;
  subscribe(listener: (state: { blockers: Map<string, Blocker> }) => void): () => void;
}

/**
 * Holds up what would leave the page while `isAsked` says so, until it is let go or called off. This
 * is React Router's `useBlocker`, which would be fetched by every visitor with the framework.
 *
 * @returns null until there is something to say.
 */
export function useLeave(isAsked: (leave: Leave) => boolean): Blocker | null {
  const key = useId();
  const [blocker, setBlocker] = useState<Blocker | null>(null);
  useEffect(() => {
    const { __reactRouterDataRouter: router } = window as {
      __reactRouterDataRouter?: HoldingRouter;
    };
    if (!router) return;
    router.getBlocker(key, isAsked);
    const leave = router.subscribe(({ blockers }) => setBlocker(blockers.get(key) ?? null));
    return () => {
      leave();
      router.deleteBlocker(key);
    };
  }, [key, isAsked]);
  return blocker;
}
