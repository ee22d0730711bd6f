import { ArrowLeft, ArrowRight } from "@lucide/icons";
import { Link } from "react-router";
import { Icon } from "./pictures/icon.tsx";

const step = "pager-step";

interface PagerProps {
  page: number;
  pageCount: number;
  hrefOf: (page: number) => string;
}

export function Pager({ page, pageCount, hrefOf }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pagination" className="mt-14 flex items-center justify-center gap-1 figures">
      <Turn to={page > 1 ? hrefOf(page - 1) : null} rel="prev">
        <Icon of={ArrowLeft} className="size-4" />
        <span className="max-sm:sr-only">Précédent</span>
      </Turn>
      {shownPages(page, pageCount).map((shown, index, all) => (
        <span key={shown} className="contents">
          {index > 0 && shown - (all[index - 1] ?? 0) > 1 && (
            <span aria-hidden className="min-w-4 text-center text-ink-soft">
              …
            </span>
          )}
          <Link
            to={hrefOf(shown)}
            aria-current={shown === page ? "page" : undefined}
            aria-label={`Page ${shown}`}
            className={`${step} ${shown === page ? "bg-sage-800 text-paper" : "hover:bg-sand-100"}`}
          >
            {shown}
          </Link>
        </span>
      ))}
      <Turn to={page < pageCount ? hrefOf(page + 1) : null} rel="next">
        <span className="max-sm:sr-only">Suivant</span>
        <Icon of={ArrowRight} className="size-4" />
      </Turn>
    </nav>
  );
}

interface TurnProps {
  to: string | null;
  rel: string;
  children: React.ReactNode;
}

function Turn({ to, rel, children }: TurnProps) {
  return to ? (
    <Link to={to} rel={rel} className={`${step} hover:bg-sand-100`}>
      {children}
    </Link>
  ) : (
    <span aria-disabled="true" className={`${step} text-ink-soft`}>
      {children}
    </span>
  );
}

function shownPages(page: number, pageCount: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pageCount];
  if (page <= 2) wanted.push(3);
  if (page >= pageCount - 1) wanted.push(pageCount - 2);
  return [...new Set(wanted)]
    .filter((candidate) => candidate >= 1 && candidate <= pageCount)
    .sort((one, other) => one - other);
}
