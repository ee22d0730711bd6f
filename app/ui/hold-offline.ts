import type { FormEvent } from "react";
import { showToast } from "./toast.ts";

/**
 * Keeps a form here that would open a tab of its own on the browser's page for no network, and says
 * what failed instead: nothing typed is lost, and it can be sent again.
 *
 * @returns whether it was kept.
 */
export function holdOffline(event: FormEvent, failure: { title: string; text: string }): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  showToast({ ...failure, tone: "danger" });
  return true;
}
