import { useEffect, useRef } from "react";

/** `drawn` changes when errors are drawn later than `answer`. */
export function useFirstError(answer: unknown, drawn: unknown = true) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer && drawn) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answer, drawn]);
  return form;
}
