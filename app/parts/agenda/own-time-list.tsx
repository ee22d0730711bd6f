import { Form } from "react-router";
import { OWN_TIME_LABELS, ownTimeLabel } from "#core/own-time/labels.ts";
import type { OwnTime } from "#core/own-time/schema.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";

export function OwnTimeList({ times }: { times: readonly OwnTime[] }) {
  if (times.length === 0) return <p className="mt-3 text-ink-soft">Rien de noté pour l'instant.</p>;
  return (
    <ul className="mt-3 divide-y divide-hairline">
      {times.map((time) => (
        <li key={time.id} className="flex items-center justify-between gap-4 py-2">
          <p className="min-w-0">
            <span className="block font-strong wrap-anywhere">
              {OWN_TIME_LABELS[time.kind]}
              {time.title && <span className="font-regular"> · {time.title}</span>}
            </span>
            <span className="block text-14 text-ink-soft figures">{ownTimeLabel(time)}</span>
          </p>
          <Form method="post">
            <HiddenFields intent="end" timeId={time.id} />
            <Button type="submit" size="small" variant="quiet">
              Retirer
              <span className="sr-only">
                {" "}
                {OWN_TIME_LABELS[time.kind]}, {ownTimeLabel(time)}
              </span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
