import { ChevronDown } from "@lucide/icons";
import { Icon } from "../../ui/pictures/icon.tsx";
import { ArrowLink } from "../../ui/text-link.tsx";
import type { HelpEntry } from "./help.ts";

export function HelpEntries({ entries }: { entries: readonly HelpEntry[] }) {
  return (
    <div className="mt-6 border-t border-sand-300">
      {entries.map(({ id, question, answer, link }) => (
        <details key={id} name="aide" className="group border-b border-sand-300">
          <summary className="flex min-h-16 items-center justify-between gap-4 py-3">
            <h3 className="text-18 group-open:text-sage-600 md:text-22">{question}</h3>
            <Icon
              of={ChevronDown}
              className="size-6 shrink-0 text-sage-600 transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="max-w-text pb-5">
            {answer.map((paragraph) => (
              <p key={paragraph} className="mb-3 text-ink-soft">
                {paragraph}
              </p>
            ))}
            {link && <ArrowLink to={link.to}>{link.label}</ArrowLink>}
          </div>
        </details>
      ))}
    </div>
  );
}
