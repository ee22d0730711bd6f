import type { ReactNode } from "react";

export function ReportLines({
  lines,
  children,
}: {
  lines: { text: string; said: string }[];
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby="pourquoi">
      <h2 id="pourquoi" className="text-22">
        Qui signale, et pourquoi
      </h2>
      {children}
      <ul className="mt-2">
        {lines.map(({ text, said }) => (
          <li key={said + text} className="border-b border-sand-300 py-4">
            <blockquote className="border-l-2 border-sage-300 pl-4 wrap-anywhere whitespace-pre-line">
              {text}
            </blockquote>
            <p className="mt-2 text-14 text-ink-soft figures wrap-anywhere">{said}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
