import { useNavigation } from "react-router";

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
