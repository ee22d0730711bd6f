import type { ReactNode } from "react";
import { Panel } from "../../ui/panel.tsx";

export function Pitch({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <Panel as="div">
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full bg-sage-100 text-sage-800 [&>svg]:size-6"
      >
        {icon}
      </span>
      <h3 className="mt-5 text-22">{title}</h3>
      <p className="mt-2 text-ink-soft">{text}</p>
    </Panel>
  );
}
