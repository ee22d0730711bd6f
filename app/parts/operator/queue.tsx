import { type ReactNode, useEffect, useState } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { Panel } from "../../ui/panel.tsx";
import type { WorkLine } from "./office.server.ts";
import { Deadline, TakeForm } from "./office.tsx";

export function WorkPanel({ line }: { line: WorkLine }) {
  const { sort, title, context, address, decidedBy, deadline } = line;
  return (
    <Panel as="aside" aria-label="Dossier choisi" className="sticky top-6 max-lg:hidden">
      <p className="text-14 text-ink-soft">{sort}</p>
      <h2 className="mt-2 mb-5 text-22 wrap-anywhere">{title}</h2>
      <Deadline deadline={deadline} />
      <p className="mt-4 border-l-2 border-sage-300 pl-4 wrap-anywhere">{context}</p>
      {address ? (
        <>
          <ButtonLink to={address} variant="clay" block className="mt-6">
            Ouvrir et décider
          </ButtonLink>
          <div className="mt-2 text-center">
            <TakeForm line={line} />
          </div>
        </>
      ) : (
        <p className="mt-6 text-ink-soft">Réservé à&nbsp;: {decidedBy}.</p>
      )}
    </Panel>
  );
}

const KEYS = [
  { keys: ["J", "K"], does: "parcourir" },
  { keys: ["Entrée"], does: "ouvrir" },
  { keys: ["P"], does: "prendre ou rendre" },
];

/** Can be switched off, since a spoken word may be a single letter (WCAG 2.1.4). */
export function QueueKeys() {
  const [isOn, setOn] = useState(true);
  useEffect(() => {
    if (!isOn) return;
    document.addEventListener("keydown", obey);
    return () => document.removeEventListener("keydown", obey);
  }, [isOn]);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-14 text-ink-soft max-lg:hidden noscript:hidden">
      <ul aria-label="Raccourcis clavier" className="flex flex-wrap gap-x-5 gap-y-1">
        {KEYS.map(({ keys, does }) => (
          <li key={does} className="inline-flex items-center gap-1.5">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
            {does}
          </li>
        ))}
      </ul>
      <button
        type="button"
        onClick={() => setOn(!isOn)}
        className="min-h-11 underline underline-offset-4"
      >
        {isOn ? "Couper les raccourcis" : "Activer les raccourcis"}
      </button>
    </div>
  );
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="grid h-6 min-w-6 place-items-center rounded-control border border-b-2 border-sand-300 bg-surface px-1.5 font-text text-14 font-label">
      {children}
    </kbd>
  );
}

function obey(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (event.defaultPrevented || ctrlKey || metaKey || altKey || shiftKey) return;
  if (!(target instanceof Element) || target.closest("input, textarea, select")) return;
  const lines = [...document.querySelectorAll<HTMLElement>("[data-line]")];
  const at = lines.findIndex((line) => line.contains(target));
  if (key === "j") focusOn(lines[Math.min(at + 1, lines.length - 1)]);
  else if (key === "k") focusOn(lines[Math.max(at - 1, 0)]);
  // Held down, it would take and give back by turns.
  else if (key === "p" && !event.repeat) lines[at]?.querySelector("button")?.click();
}

function focusOn(line: HTMLElement | undefined): void {
  line?.querySelector<HTMLElement>("a, [tabindex]")?.focus();
}
