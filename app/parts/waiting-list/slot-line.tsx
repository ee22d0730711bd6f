import type { ReactNode } from "react";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { SlotWords } from "./waiting-words.server.ts";

interface SlotLineProps {
  slot: SlotWords;
  children: ReactNode;
}

export function SlotLine({ slot: { title, when, where, picture }, children }: SlotLineProps) {
  return (
    <div className="flex gap-4">
      {/* A frame of its own, since its sources would be items of the row. */}
      <div className="shrink-0">
        <Picture name={picture} sizes="80px" className="size-20 rounded-control object-cover" />
      </div>
      <div className="min-w-0 wrap-anywhere">
        <h2 className="text-18">{title}</h2>
        <p className="mt-1 font-strong figures first-letter:uppercase">{when}</p>
        <p className="text-14 text-ink-soft">{where}</p>
        {children}
      </div>
    </div>
  );
}
