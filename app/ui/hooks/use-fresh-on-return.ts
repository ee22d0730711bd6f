import { useCallback, useEffect, useState } from "react";
import { useFetchers, useNavigation, useRevalidator } from "react-router";

const CHANNEL = "parenthese";
/** Milliseconds: the provider's event may arrive after its visitor. */
const LATER = [0, 2_000, 6_000];
/** Milliseconds between reloads while a form's other tab may be at work. */
const MEANWHILE = 5_000;

export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Reloads the data when another tab has changed something, or this one is looked at again. */
export function useFreshOnReturn(): void {
  const revalidate = useRevalidationWhenIdle();
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

/** A reload in between would cut off an act's answer, and with it the toast. */
function useRevalidationWhenIdle(): () => void {
  const { revalidate } = useRevalidator();
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const isBusy = navigation.state !== "idle" || fetchers.length > 0;
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (!isWanted || isBusy) return;
    want(false);
    revalidate();
  }, [isWanted, isBusy, revalidate]);
  return useCallback(() => want(true), []);
}
