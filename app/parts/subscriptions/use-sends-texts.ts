import { useRouteLoaderData } from "react-router";

/** What cannot arrive is not promised. */
export function useSendsTexts(): boolean {
  return useRouteLoaderData<{ sendsTexts: boolean }>("root")?.sendsTexts ?? false;
}
