import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

/** A refused form of an open slot, with what was typed. */
export interface PanelAnswer {
  intent: string;
  slotId: string;
  fields: Record<string, string[]>;
  typed: Record<string, string>;
}

/**
 * A form of an open slot: its attributes, with a ref that takes the focus to the first wrong field,
 * its refusal, and whether it is on its way.
 *
 * @param then runs once it was accepted, with the form, whose page stays where it is.
 */
export function usePanelForm(
  intent: string,
  answer: PanelAnswer | undefined,
  then?: (form: HTMLFormElement) => void,
) {
  const refused = answer?.intent === intent ? answer : undefined;
  const ref = useFirstError(refused);
  const busy = useNavigation().formData?.get("intent") === intent;
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !busy && !refused && ref.current) then?.(ref.current);
    wasBusy.current = busy;
  });
  const form = { ref, method: "post", preventScrollReset: true, noValidate: true } as const;
  return { form, busy, refused };
}
