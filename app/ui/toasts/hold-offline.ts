import type { FormEvent } from "react";
import { showToast } from "./toast.ts";

/**
 * Without a network, a form would open a tab on the browser's error page: keeps it here instead and
 * says what failed, so that nothing typed is lost and it can be sent again.
 *
 * @returns whether it was kept.
 */
export function holdOffline(event: FormEvent, failure: { title: string; text: string }): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  showToast({ ...failure, tone: "danger" });
  return true;
}
