import { Mail } from "@lucide/icons";
import { Form } from "react-router";
import { personName } from "#core/agenda/labels.ts";
import type { AgendaSlot } from "#core/agenda/schema.ts";
import { MAX_BOOKING_MESSAGE_LENGTH } from "#core/bookings/messages/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Button, ButtonLink, buttonClass } from "../../ui/button.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { type PanelAnswer, usePanelForm } from "./use-panel-form.ts";

/** « Écrire aux 5 clients », or to the one who comes (rule: writing-through-us). */
export function WriteToAll({
  slot: { id, people },
  here,
  answer,
}: {
  slot: AgendaSlot;
  here: string;
  answer: PanelAnswer | undefined;
}) {
  const { form, busy, refused } = usePanelForm("write", answer, (sent) => {
    sent.reset();
    const fold = sent.closest("details");
    fold?.querySelector("summary")?.focus();
    fold?.removeAttribute("open");
  });
  const [only] = people;
  if (only && people.length === 1) {
    return (
      <ButtonLink to={addresses.bookingMessages(only.bookingId)} block className="wrap-anywhere">
        <Icon of={Mail} className="size-4" />
        Écrire à {personName(only)}
      </ButtonLink>
    );
  }
  return (
    <details open={refused !== undefined}>
      <summary className={buttonClass({ block: true, className: "list-none" })}>
        <Icon of={Mail} className="size-4" />
        Écrire aux {people.length} clients
      </summary>
      <Form {...form} action={here} className="mt-3 mb-4 grid gap-3">
        <HiddenFields intent="write" slotId={id} people={people.length} />
        <TextAreaField
          name="text"
          label="Votre message"
          error={refused?.fields.text}
          hint={`${MAX_BOOKING_MESSAGE_LENGTH.toLocaleString("fr-FR")} caractères au plus. Chacun le reçoit séparément, sans votre adresse, et peut y répondre.`}
          rows={4}
          defaultValue={refused?.typed.text}
        />
        <Button type="submit" variant="sage" busy={busy}>
          Envoyer aux {people.length} clients
        </Button>
      </Form>
    </details>
  );
}
