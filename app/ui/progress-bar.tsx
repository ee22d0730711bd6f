import { useNavigation } from "react-router";

/** A thin bar at the top while a page or a form is on its way; quick answers never show it. */
export function ProgressBar() {
  const busy = useNavigation().state !== "idle";
  if (!busy) return null;
  return (
    <div
      role="progressbar"
      aria-label="Chargement"
      className="fixed inset-x-0 top-0 z-50 h-0.75 origin-left animate-progress bg-clay-600 [animation-delay:120ms] [animation-fill-mode:both]"
    />
  );
}
