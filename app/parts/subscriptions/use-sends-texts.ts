import { useRouteLoaderData } from "react-router";

/** Whether this site sends text messages: what cannot arrive is not promised. */
export function useSendsTexts(): boolean {
  return useRouteLoaderData<{ sendsTexts: boolean }>("root")?.sendsTexts ?? false;
}
