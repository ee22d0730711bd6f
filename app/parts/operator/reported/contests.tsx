export interface ContestLine {
  who: string;
  text: string;
  at: string;
  isOpen: boolean;
}

export function Contests({ lines }: { lines: ContestLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="recours">
      <h2 id="recours" className="text-22">
        Décision contestée
      </h2>
      <ul className="mt-2">
        {lines.map(({ who, text, at, isOpen }) => (
          <li key={at + who} className="border-b border-sand-300 py-4">
            <blockquote className="border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
              {text}
            </blockquote>
            <p className="mt-2 text-14 text-ink-soft figures">
              Par {who}, {at}
              {!isOpen && " · Répondu"}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
