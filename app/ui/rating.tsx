import { Star } from "lucide-react";

/** A mark out of five with one decimal, as S1§9 asks. */
export function Rating({ value, className = "" }: { value: number; className?: string }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 font-strong text-ink figures ${className}`}
    >
      <Star aria-hidden className="size-4 fill-clay-600 stroke-none" />
      <span className="sr-only">Note : </span>
      {value.toLocaleString("fr-FR", { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
    </span>
  );
}
