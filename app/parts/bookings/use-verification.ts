import { useEffect, useRef } from "react";
import { useActionData, useFetcher } from "react-router";
import type { ToastMessage } from "../../ui/toast.ts";

/** What the action of a result page answers; `Result` is the page's own. */
export interface Verified<Result> {
  result: Result;
  toast: ToastMessage;
}

/**
 * Verifies a payment from the browser, once, as soon as the page is alive; without JavaScript the
 * page's form asks the same action (R35). Null while verifying. A call that never came back is a
 * failure like any other.
 */
export function useVerification<Result extends string>(
  startsWith: Result | null,
  failure: Result,
): {
  result: Result | null;
  toast: ToastMessage | undefined;
  Form: ReturnType<typeof useFetcher>["Form"];
  busy: boolean;
} {
  const fetcher = useFetcher<Partial<Verified<Result>>>();
  const posted = useActionData() as Verified<Result> | undefined;
  const asked = useRef(startsWith !== null || posted !== undefined);
  const { submit } = fetcher;
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    submit(null, { method: "post" });
  }, [submit]);
  const answer = fetcher.data ?? posted;
  const busy = fetcher.state !== "idle";
  const result = busy ? null : answer ? (answer.result ?? failure) : startsWith;
  return { result, toast: answer?.toast, Form: fetcher.Form, busy };
}
