export function Facts({ facts }: { facts: readonly (readonly [string, string | null])[] }) {
  return (
    <dl className="mt-4 grid grid-cols-[fit-content(42%)_minmax(0,1fr)] gap-x-4 sm:gap-x-6 gap-y-3 figures">
      {facts.map(([term, value]) => (
        <div key={term} className="contents">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="wrap-anywhere">
            {value || <span className="text-ink-soft">Non renseigné</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
