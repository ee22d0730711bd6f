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

/** The part of React Router's browser router that can hold up a navigation. */
interface HoldingRouter {
  getBlocker(key: string, isAsked: (leave: Leave) => boolean): Blocker;
  deleteBlocker(key: string): void;
  subscribe(listener: (state: { blockers: Map<string, Blocker> }) => void): () => void;
}

/**
 * Holds up a navigation while `isAsked` says so, until it is released or dismissed. It is React
 * Router's `useBlocker`, which every visitor would otherwise fetch with the framework.
 *
 * @returns null while nothing is held up.
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
