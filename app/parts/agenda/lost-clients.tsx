import { Check } from "@lucide/icons";
import { Form } from "react-router";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { seatsLabel } from "#core/bookings/seats/labels.ts";
import { Button } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";

/** Outside clients whose seats went, until each is told (rule: outside-clients-told). */
export function LostClients({ slot: { id, lost }, here }: { slot: AgendaSlot; here: string }) {
  if (lost.length === 0) return null;
  return (
    <ul className="mt-2 divide-y divide-sand-100" aria-label="Clients hors site">
      {lost.map(({ id: clientId, name, seats, isTold }) => (
        <li key={clientId} className="flex items-center justify-between gap-4 py-2">
          <span className="min-w-0 leading-snug wrap-anywhere">
            <s className="font-strong">{name ?? "Sans nom"}</s>
            <span className="block text-14 text-ink-soft figures">
              {seatsLabel(seats)} hors site, {isTold ? "prévenu" : "à prévenir"}
            </span>
          </span>
          <Form method="post" action={here} preventScrollReset>
            <HiddenFields
              intent="told"
              slotId={id}
              clientId={clientId}
              isTold={isTold ? "" : "1"}
            />
            <Button type="submit" size="small" aria-pressed={isTold}>
              {isTold && <Icon of={Check} className="size-4" />}
              Prévenu<span className="sr-only"> : {name ?? "client sans nom"}</span>
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
