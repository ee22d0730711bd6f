import type { ReactNode } from "react";
import { ArrowLink } from "../../ui/text-link.tsx";

export function SectionHead({
  title,
  text,
  to,
  link,
}: {
  title: string;
  text: ReactNode;
  to: string;
  link: string;
}) {
  return (
    <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
      <div>
        <h2 className="md:text-36">{title}</h2>
        <p className="mt-2 max-w-[56ch] text-ink-soft">{text}</p>
      </div>
      <ArrowLink to={to}>{link}</ArrowLink>
    </div>
  );
}
