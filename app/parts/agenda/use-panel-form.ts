import { useEffect, useRef } from "react";
import { useNavigation } from "react-router";
import { useFirstError } from "../../ui/forms/use-first-error.ts";

export interface PanelAnswer {
  intent: string;
  slotId: string;
  fields: Record<string, string[]>;
  typed: Record<string, string>;
}

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
