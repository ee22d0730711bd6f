import { Link } from "react-router";
import type { CHOICES } from "#core/search/schema.ts";
import { chipClass } from "../../ui/chip.tsx";

export interface FilterGroup {
  name: keyof typeof CHOICES;
  title: string;
  chips: { label: string; count: string | null; to: string; isOn: boolean }[];
}

export function FilterGroups({ groups }: { groups: FilterGroup[] }) {
  return groups.map(({ name, title, chips }) => (
    <section key={name} id={name} aria-labelledby={`${name}-titre`} className="scroll-mt-4">
      <h2 id={`${name}-titre`} className="mb-3 text-18">
        {title}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {chips.map(({ label, count, to, isOn }) => (
          <li key={label}>
            <Link
              to={to}
              replace
              preventScrollReset
              aria-current={isOn ? "true" : undefined}
              className={`${chipClass(isOn)} ${count === "0" ? "text-ink-soft" : ""}`}
            >
              {label}
              {count !== null && (
                <span className="text-14 font-regular text-ink-soft figures">
                  {count}
                  <span className="sr-only"> {count === "1" ? "session" : "sessions"}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  ));
}
