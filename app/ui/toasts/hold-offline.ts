import type { FormEvent } from "react";
import { showToast } from "./toast.ts";

/** Its tab would show the browser's error page. @returns whether it was kept. */
export function holdOffline(event: FormEvent, failure: { title: string; text: string }): boolean {
  if (navigator.onLine) return false;
  event.preventDefault();
  showToast({ ...failure, tone: "danger" });
  return true;
}
