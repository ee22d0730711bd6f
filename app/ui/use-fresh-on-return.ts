import { useEffect } from "react";
import { useRevalidator } from "react-router";

const CHANNEL = "parenthese";
/** Looked at again in ms after a return: the provider's own news may come after its visitor. */
const LATER = [0, 2_000, 6_000];
/** Between two looks while what a form has opened in another tab may be going on. */
const MEANWHILE = 5_000;

/** Tells this site's other tabs that something was done here. */
export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/**
 * Keeps a page up to date with what is done in another tab: its data is loaded again when that tab
 * says so, when this one is looked at again, and now and then once a form of it has opened another
 * tab. Opening such a page tells the others, because it is one that the provider comes back to.
 */
export function useFreshOnReturn(): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    let meanwhile: ReturnType<typeof setInterval> | undefined;
    const isSeen = () => document.visibilityState === "visible";
    const look = () => {
      if (!isSeen()) return;
      timers.forEach(clearTimeout);
      timers = LATER.map((delay) => setTimeout(revalidate, delay));
    };
    const wait = ({ target, submitter, defaultPrevented }: SubmitEvent) => {
      const tab = submitter?.getAttribute("formtarget") ?? (target as HTMLFormElement).target;
      if (defaultPrevented || tab !== "_blank") return;
      meanwhile ??= setInterval(() => isSeen() && revalidate(), MEANWHILE);
    };
    const channel = new BroadcastChannel(CHANNEL);
    channel.onmessage = () => revalidate();
    channel.postMessage(null);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("focus", look, { signal });
    addEventListener("submit", wait, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    return () => {
      listening.abort();
      channel.close();
      timers.forEach(clearTimeout);
      clearInterval(meanwhile);
    };
  }, [revalidate]);
}
