import { Link } from "react-router";

export function Breadcrumb({ steps }: { steps: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Fil d'Ariane" className="py-2 text-14 text-ink-soft">
      <ol className="flex flex-wrap gap-x-2">
        {steps.map((step, index) => (
          <li
            key={step.label}
            className={`inline-flex min-h-11 min-w-0 items-center gap-2 ${step.to ? "" : "max-sm:hidden"}`}
          >
            {index > 0 && <span aria-hidden>/</span>}
            {step.to ? (
              <Link
                to={step.to}
                className="inline-flex min-h-11 items-center wrap-anywhere underline decoration-sand-300 underline-offset-4 hover:decoration-current"
              >
                {step.label}
              </Link>
            ) : (
              <span aria-current="page" className="line-clamp-1">
                {step.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
