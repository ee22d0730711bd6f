import { Form } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { type PanelAnswer, usePanelForm } from "./use-panel-form.ts";

/** The field for the four digits that a client shows (rule: presence-code). */
export function CodeForm({
  slotId,
  here,
  answer,
}: {
  slotId: string;
  here: string;
  answer: PanelAnswer | undefined;
}) {
  const { form, busy, refused } = usePanelForm("code", answer, (sent) => {
    // The next client stands at the door.
    sent.reset();
    sent.querySelector<HTMLElement>("[name=code]")?.focus();
  });
  return (
    <Form {...form} action={here} className="mt-4 rounded-control bg-sage-100 p-4">
      <HiddenFields intent="code" slotId={slotId} />
      <Field
        label="Code du client"
        error={refused?.fields.code}
        hint="Quatre chiffres, sur son téléphone. Ou scannez son QR."
      >
        {(control) => (
          <div className="flex gap-2.5">
            <input
              {...control}
              name="code"
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              defaultValue={refused?.typed.code}
              className="ag-pin figures"
            />
            <Button type="submit" variant="sage" busy={busy} className="flex-1">
              Valider
            </Button>
          </div>
        )}
      </Field>
    </Form>
  );
}
