import { useEffect, useRef, useState } from "react";
import { useActionData, useFetcher, useLocation, useSearchParams } from "react-router";
import type { BookedView } from "#core/bookings/find-own-booking.server.ts";
import * as addresses from "#site/addresses.ts";
import { type AnalyticsEvent, track } from "../../browser/track.ts";
import { Button } from "../../ui/button.tsx";
import { tellOtherTabs } from "../../ui/hooks/use-fresh-on-return.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";

interface VerificationFormProps {
  Form: ReturnType<typeof useVerification>["Form"];
  verifying: boolean;
}

export function VerificationForm({ Form, verifying }: VerificationFormProps) {
  const button = (label: string) => <Button type="submit">{label}</Button>;
  return (
    <Form method="post">
      {verifying ? (
        <noscript>{button("Vérifier mon paiement")}</noscript>
      ) : (
        button("Vérifier à nouveau")
      )}
    </Form>
  );
}

/** For a visitor whose login ended while they paid. */
export function LogInToVerify() {
  const { pathname, search } = useLocation();
  return (
    <p>
      Vous n'êtes plus connecté.{" "}
      <TextLink to={addresses.logInThen(pathname + search)}>Se connecter</TextLink> pour vérifier
      votre paiement.
    </p>
  );
}

export interface Verified<Result> {
  result: Result;
  toast: ToastMessage;
  booked?: BookedView | null;
  wayBack?: string | null;
  /** Sent once, however often the page is reloaded. */
  happened?: AnalyticsEvent[];
}

export function problem<const Result extends string>(
  result: Result,
  title: string,
  text: string,
): Verified<Result> {
  return { result, toast: { title, text, tone: "danger" } };
}

/** Null while verifying; a call that was cut can be made again. Without JavaScript a form asks. */
export function useVerification<Result extends string>(
  startsWith: Result | null,
  failure: Result,
  /** Without it the page stays in its verifying display. */
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
  /** Not the call's state, because a cut network can answer before anything is drawn. */
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

function useTellOnce(happened: AnalyticsEvent[] | undefined): void {
  const id = useSearchParams()[0].get("session_id");
  useEffect(() => {
    if (!happened) return;
    try {
      const key = `mesure ${id}`;
      if (sessionStorage.getItem(key)) return;
      sessionStorage.setItem(key, "1");
    } catch {
      // Without storage, two events are better than none.
    }
    for (const { name, data } of happened) track(name, data);
  }, [happened, id]);
}
