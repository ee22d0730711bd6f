import { useEffect } from "react";
import type { MiddlewareFunction } from "react-router";
import { type AnalyticsEvent, track } from "./track.ts";

/** An action's answer comes wrapped, with its status beside it. */
interface Wrapped {
  data?: unknown;
}
type Results = Record<string, { type: "data" | "error"; result: Wrapped | null | undefined }>;
type Answers = Record<string, unknown> | null;

/** Tells what an answer of the server says has happened, and takes it out: it is told once. */
function trackAnswer(answer: unknown): void {
  const { events } = (answer ?? {}) as { events?: AnalyticsEvent[] };
  for (const { name, data } of events?.splice(0) ?? []) track(name, data);
}

/** Events of what the living page was answered: an action's, or those that a redirect left. */
export const trackResults: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  for (const { result } of Object.values(results)) {
    trackAnswer(result);
    trackAnswer(result?.data);
  }
  return results;
};

/** Events that came with the page itself: a form may be sent before its page is alive. */
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
