import { useEffect, useRef, useState } from "react";
import { useActionData, useFetcher, useSearchParams } from "react-router";
import type { BookedView } from "#core/bookings/schema.ts";
import { type AnalyticsEvent, track } from "../../browser/track.ts";
import { tellOtherTabs } from "../../ui/hooks/use-fresh-on-return.ts";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

/** The answer of a result page's action; `Result` is the page's own. */
export interface Verified<Result> {
  result: Result;
  toast: ToastMessage;
  /** The confirmed booking, shown to its buyer alone. */
  booked?: BookedView | null;
  /** The page where a refused purchase can be tried again. */
  wayBack?: string | null;
  /**
   * An analytics event of this purchase, sent once however often the page is reloaded and verifies
   * again.
   */
  happened?: AnalyticsEvent[];
}

/** The answer for a purchase that did not come about, or not yet. */
export function problem<const Result extends string>(
  result: Result,
  title: string,
  text: string,
): Verified<Result> {
  return { result, toast: { title, text, tone: "danger" } };
}

/**
 * Verifies a payment from the browser, once, as soon as the page is alive; without JavaScript the
 * page's form asks the same action. Null while verifying. A call that was cut, or that the server
 * answered with nothing, is a failure like any other: it can be made again.
 */
export function useVerification<Result extends string>(
  startsWith: Result | null,
  failure: Result,
  /** Whether there is anything to ask about; without it the page stays in its verifying display. */
  mayAsk = true,
): {
  result: Result | null;
  toast: ToastMessage | undefined;
  booked: BookedView | null;
  wayBack: string | null;
  Form: ReturnType<typeof useFetcher>["Form"];
} {
  const fetcher = useFetcher<Partial<Verified<Result>>>();
  const posted = useActionData() as Verified<Result> | undefined;
  const asked = useRef(!mayAsk || startsWith !== null || posted !== undefined);
  /** Not read from the call's state, because a cut network can answer before anything is drawn. */
  const [hasCalled, setHasCalled] = useState(false);
  const { submit } = fetcher;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    submit(null, { method: "post" }).finally(() => setHasCalled(true));
  }, [submit]);
  const answer = fetcher.data ?? posted;
  useTellOnce(answer?.happened);
  useEffect(() => {
    if (answer) tellOtherTabs();
  }, [answer]);
  const isBusy = fetcher.state !== "idle";
  const unanswered = hasCalled ? failure : startsWith;
  const result = isBusy ? null : answer ? (answer.result ?? failure) : unanswered;
  return {
    result,
    // Shown with the result, which may be the place where it is said.
    toast: result === null ? undefined : answer?.toast,
    booked: answer?.booked ?? null,
    wayBack: answer?.wayBack ?? null,
    Form: fetcher.Form,
  };
}

/** One payment is one analytics event, however often its page is reloaded. */
function useTellOnce(happened: AnalyticsEvent[] | undefined): void {
  const id = useSearchParams()[0].get("session_id");
  useEffect(() => {
    if (!happened) return;
    try {
      const key = `mesure ${id}`;
      if (sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "1");
    } catch {
      // The browser has no storage for us; two events are better than none.
    }
    for (const { name, data } of happened) track(name, data);
  }, [happened, id]);
}
