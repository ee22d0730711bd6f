import type { ReactNode } from "react";
import { Picture } from "../../ui/pictures/picture.tsx";
import type { SlotWords } from "./waiting-words.server.ts";

/** A full slot beside its drawing: what, when, where, and what is said of its line. */
export function SlotLine({
  slot: { title, when, where, picture },
  heading: Heading,
  children,
}: {
  slot: SlotWords;
  heading: "h1" | "h2";
  children: ReactNode;
}) {
  return (
    <div className="flex gap-4">
      <Picture
        name={picture}
        sizes="80px"
        className="size-20 shrink-0 rounded-control object-cover"
      />
      <div className="min-w-0 wrap-anywhere">
        <Heading className="text-18">{title}</Heading>
        <p className="mt-1 font-strong figures">{when}</p>
        <p className="text-14 text-ink-soft">{where}</p>
        {children}
      </div>
    </div>
  );
}
