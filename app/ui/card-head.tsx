import type { ReactNode } from "react";

/** The head of a card: its name, and its action at the other end of the line. */
export function CardHead({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-x-3 *:not-first:shrink-0">
      <h2 id={id} className="text-22">
        {title}
      </h2>
      {children}
    </div>
  );
}
