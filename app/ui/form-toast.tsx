import { useEffect } from "react";
import { showToast, type ToastMessage } from "./toast.ts";
import { StillToast } from "./toast-card.tsx";
import { useHydrated } from "./use-hydrated.ts";

/**
 * The toast that an action answered with. Once the page is alive it goes where all toasts go; in
 * the HTML of a form sent without JavaScript it stands where it is put, and covers nothing.
 */
export function FormToast({
  toast,
  isSaidInForm = false,
}: {
  toast: ToastMessage | null | undefined;
  /** The form says the same, and goes on saying it. */
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
