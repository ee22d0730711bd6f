import { useEffect } from "react";
import { useHydrated } from "../hooks/use-hydrated.ts";
import { showToast, type ToastMessage } from "./toast.ts";
import { StillToast } from "./toast-card.tsx";

interface FormToastProps {
  toast: ToastMessage | null | undefined;
  isSaidInForm?: boolean;
}

/** Stands in the HTML of a form sent without JavaScript, where it covers nothing. */
export function FormToast({ toast, isSaidInForm = false }: FormToastProps) {
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
