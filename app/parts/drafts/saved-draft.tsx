import { useEffect, useRef, useState } from "react";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { formatTime } from "#core/dates.ts";
import { type Typed, typedIn } from "./tab-drafts.ts";

/** Milliseconds without a key. */
const PAUSE = 1_500;

export function SavedDraft({ kind }: { kind: SlotKind }) {
  const place = useRef<HTMLParagraphElement>(null);
  const [said, say] = useState("");
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let running = new AbortController();
    const save = async () => {
      running = new AbortController();
      const typed = typedIn(form);
      // A draft of the tab that was taken up brings its own.
      const id = typed.find(([name]) => name === "draftId")?.[1];
      if (!id) return;
      const body = JSON.stringify({ kind, fields: fieldsOf(typed) });
      const answer = await fetch(`/api/v1/drafts/${id}`, {
        ...{ method: "POST", body, signal: running.signal },
        headers: { "content-type": "application/json" },
      }).catch(() => null);
      if (running.signal.aborted) return;
      say(
        answer?.ok
          ? `Brouillon enregistré à ${formatTime(new Date())}.`
          : "Le brouillon reste dans cet onglet : il n'a pas pu être enregistré.",
      );
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE);
    };
    // A form that is sent publishes, and its draft goes.
    const stop = () => {
      clearTimeout(timer);
      running.abort();
    };
    form.addEventListener("input", wait);
    form.addEventListener("submit", stop);
    return () => {
      stop();
      form.removeEventListener("input", wait);
      form.removeEventListener("submit", stop);
    };
  }, [kind]);
  return (
    <p ref={place} role="status" className="self-center text-14 text-ink-soft figures">
      {said}
    </p>
  );
}

const SENDING = /^(intent|version|cle|draftId|draft|imageFile|imageRemoved|slot.*)$/;
const SEVERAL = ["tags", "recurringDays", "leftOut"];

export function fieldsOf(typed: Typed): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (const [name, value] of typed) {
    if (SENDING.test(name) || value === "") continue;
    if (!SEVERAL.includes(name)) fields[name] = value;
    else fields[name] = [...(fields[name] ?? []), value];
  }
  return fields;
}
