import type { ReactNode } from "react";
import { Panel } from "../../ui/panel.tsx";

export function Pitches({
  pitches,
  className = "",
}: {
  pitches: readonly { icon: ReactNode; title: string; text: string }[];
  className?: string;
}) {
  return (
    <ul className={`grid gap-6 sm:grid-cols-2 lg:grid-cols-4 ${className}`}>
      {pitches.map(({ icon, title, text }) => (
        <li key={title} className="grid">
          <Panel as="div">
            <span
              aria-hidden
              className="grid size-12 place-items-center rounded-full bg-sage-100 text-sage-800 [&>svg]:size-6"
            >
              {icon}
            </span>
            <h3 className="mt-5 text-22">{title}</h3>
            <p className="mt-2 text-ink-soft">{text}</p>
          </Panel>
        </li>
      ))}
    </ul>
  );
}
