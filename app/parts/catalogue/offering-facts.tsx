import { Check } from "@lucide/icons";
import type { ComponentProps, ReactNode } from "react";
import type { OfferingList } from "#core/catalogue/fields/schema.ts";
import { OFFERING_LIST_LABELS } from "#core/catalogue/labels.ts";
import { Icon } from "../../ui/pictures/icon.tsx";

export function Fact({
  icon,
  term,
  children,
}: {
  icon: ComponentProps<typeof Icon>["of"];
  term: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-14 text-ink-soft">
        <span aria-hidden className="text-sage-600 [&>svg]:size-4">
          <Icon of={icon} />
        </span>
        {term}
      </dt>
      <dd className="mt-1 font-label">{children}</dd>
    </div>
  );
}

export function Lists({ offering }: { offering: Record<OfferingList, string[]> }) {
  const lists = Object.entries(OFFERING_LIST_LABELS)
    .map(([name, title]) => ({ title, items: offering[name as OfferingList] }))
    .filter(({ items }) => items.length > 0);
  if (lists.length === 0) return null;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {lists.map(({ title, items }) => (
        <section key={title}>
          <h2 className="mb-3 text-22">{title}</h2>
          <ul>
            {items.map((item) => (
              <li key={item} className="flex gap-2.5 py-1 wrap-anywhere">
                <Icon of={Check} className="mt-0.5 size-5 shrink-0 text-sage-600" />
                {item}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
