import { useEffect, useRef } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Change } from "#core/versions.ts";
import { Notice } from "../../ui/notice.tsx";
import { SENTENCES } from "./kind-sentences.ts";

/** Shows what others saved since an edit began (rule: edit-version). */
export function ConcurrentChanges({
  kind,
  changes,
  answer,
}: {
  kind: SlotKind;
  changes: readonly Change[];
  answer: unknown;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (answer) box.current?.focus();
  }, [answer]);
  if (changes.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="danger" role="alert">
        <p>{SENTENCES[kind].changed}</p>
        <dl className="mt-2 grid gap-1">
          {changes.map(({ field, label, value }) => (
            <div key={field} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <dt className="font-strong">{label} :</dt>
              <dd className="min-w-0">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-2">
          Ce que vous avez écrit est gardé ci-dessous. Enregistrez de nouveau pour le mettre à la
          place.
        </p>
      </Notice>
    </div>
  );
}
