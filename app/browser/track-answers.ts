import { useEffect } from "react";
import type { MiddlewareFunction } from "react-router";
import { type AnalyticsEvent, track } from "./track.ts";

/** An action's answer comes wrapped, with its status beside it. */
interface Wrapped {
  data?: unknown;
}
type Results = Record<string, { type: "data" | "error"; result: Wrapped | null | undefined }>;
type Answers = Record<string, unknown> | null;

/** Sends the analytics events of a server's answer, and removes them, so that each is sent once. */
function trackAnswer(answer: unknown): void {
  const { events } = (answer ?? {}) as { events?: AnalyticsEvent[] };
  for (const { name, data } of events?.splice(0) ?? []) track(name, data);
}

/** Events in answers to the living page: an action's, or those before a redirect. */
export const trackResults: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  for (const { result } of Object.values(results)) {
    trackAnswer(result);
    trackAnswer(result?.data);
  }
  return results;
};

/** Events that came with the page itself: a form may be sent before React has taken over. */
export function useFirstAnswers(): void {
  useEffect(() => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { state: { loaderData: Answers; actionData: Answers } };
    };
    for (const answers of [router.state.loaderData, router.state.actionData]) {
      Object.values(answers ?? {}).forEach(trackAnswer);
    }
  }, []);
}
