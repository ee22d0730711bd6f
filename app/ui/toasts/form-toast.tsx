import { useEffect } from "react";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { showToast, type ToastMessage } from "./toast.ts";
import { StillToast } from "./toast-card.tsx";

/**
 * The toast of an action's answer. With JavaScript it joins all other toasts; in the HTML of a form
 * sent without it, it stands in its place and covers nothing.
 */
export function FormToast({
  toast,
  isSaidInForm = false,
}: {
  toast: ToastMessage | null | undefined;
  /** Whether the form shows the same message and keeps it. */
  isSaidInForm?: boolean;
}) {
  const hydrated = useHydrated();
  useEffect(() => {
    if (toast) showToast(toast);
  }, [toast]);
  if (!toast || hydrated || isSaidInForm) return null;
  return (
    <div className="my-6">
      <StillToast message={toast}>{null}</StillToast>
    </div>
  );
}
