import { Form } from "react-router";
import type { Scope } from "#core/catalogue/schedule/rules.ts";
import { formatTime } from "#core/dates.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Chip, Chips } from "./choice-chips.tsx";
import { PreviewAndSave } from "./preview-and-save.tsx";
import type { ScheduleAnswer } from "./schedule-values.ts";

const SCOPE_LABELS: Record<Scope, string> = {
  one: "Ce créneau",
  following: "Celui-ci et les suivants",
  all: "Tous",
};

const ACT_LABELS = { move: "L'heure", remove: "Les retirer" };

export function ScopeForm({
  slot,
  answer,
}: {
  slot: { id: string; start: Date };
  answer: ScheduleAnswer | undefined;
}) {
  const form = useFirstError(answer);
  const errors = answer?.fields ?? {};
  const typed = answer?.scope ?? { scope: "one", act: "move", starts: formatTime(slot.start) };
  return (
    <Form ref={form} key={JSON.stringify(answer?.scope)} method="post" noValidate className="mt-6">
      <input type="hidden" name="slotId" value={slot.id} />
      <div className="group/scope grid gap-5">
        <Chips legend="Ce que cela concerne" error={errors.scope} id="portee">
          {Object.entries(SCOPE_LABELS).map(([scope, label]) => (
            <Chip
              key={scope}
              type="radio"
              name="scope"
              value={scope}
              label={label}
              defaultChecked={typed.scope === scope}
            />
          ))}
        </Chips>
        <Chips legend="Ce qui change" id="acte">
          {Object.entries(ACT_LABELS).map(([act, label]) => (
            <Chip
              key={act}
              type="radio"
              name="act"
              value={act}
              label={label}
              defaultChecked={typed.act === act}
            />
          ))}
        </Chips>
        <TextField
          name="starts"
          label="Nouvelle heure"
          error={errors.starts}
          className="group-has-[[name=act][value=remove]:checked]/scope:hidden sm:max-w-60"
          type="time"
          defaultValue={typed.starts}
        />
        <PreviewAndSave answer={answer} save="Enregistrer" />
      </div>
    </Form>
  );
}
