import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { AlertRow } from "./alert-words.server.ts";

export function AlertCard({
  alert: { title, where, wishes, isPaused, picture, found },
  heading: Heading,
  children,
}: {
  alert: AlertRow;
  heading: "h2" | "h3";
  children: ReactNode;
}) {
  return (
    <li className="rounded-card bg-surface p-4 ring ring-hairline">
      <div className="flex gap-4">
        <Picture
          name={picture}
          sizes="80px"
          className={`size-20 shrink-0 rounded-control object-cover ${isPaused ? "opacity-50" : ""}`}
        />
        <div className="min-w-0">
          <Heading className="text-18">{title}</Heading>
          <p className="mt-1 text-14 text-ink-soft figures">
            {where}
            <br />
            {wishes}
          </p>
          {isPaused && <p className="mt-1 text-14 font-strong">En pause</p>}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <ButtonLink to={found} size="small">
          Voir les places<span className="sr-only"> : {title}</span>
        </ButtonLink>
        {children}
      </div>
    </li>
  );
}
