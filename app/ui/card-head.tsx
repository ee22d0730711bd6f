import type { ReactNode } from "react";

interface CardHeadProps {
  id: string;
  title: string;
  children?: ReactNode;
}

export function CardHead({ id, title, children }: CardHeadProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2 *:not-first:shrink-0">
      <h2 id={id} className="grow basis-[min-content] text-22">
        {title}
      </h2>
      {children}
    </div>
  );
}
