// Made once, because making one takes longer than the rest of a card.
const mark = new Intl.NumberFormat("fr-FR", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export const STAR = "m12 2 3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z";

export function Rating({ value }: { value: number }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 font-strong text-ink figures">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4 fill-clay-600">
        <path d={STAR} />
      </svg>
      <span className="sr-only">Note : </span>
      {mark.format(value)}
    </span>
  );
}
