import { useEffect } from "react";
import type { MiddlewareFunction } from "react-router";
import { browserRouter } from "./react-router-internals.tsx";
import { type AnalyticsEvent, track } from "./track.ts";

interface Wrapped {
  data?: unknown;
}
type Results = Record<string, { type: "data" | "error"; result: Wrapped | null | undefined }>;

/** Removes the events, so that each is sent once. */
function trackAnswer(answer: unknown): void {
  const { events } = (answer ?? {}) as { events?: AnalyticsEvent[] };
  for (const { name, data } of events?.splice(0) ?? []) track(name, data);
}

export const trackResults: MiddlewareFunction<Results> = async (_, next) => {
  const results = await next();
  for (const { result } of Object.values(results)) {
    trackAnswer(result);
    trackAnswer(result?.data);
  }
  return results;
};

/** A form may be sent before React has taken over. */
export function useFirstAnswers(): void {
  useEffect(() => {
    const { loaderData, actionData } = browserRouter()?.state ?? {};
    for (const answers of [loaderData, actionData]) {
      Object.values(answers ?? {}).forEach(trackAnswer);
    }
  }, []);
}
