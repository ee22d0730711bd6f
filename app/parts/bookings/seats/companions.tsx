import { ChevronDown } from "@lucide/icons";
import { useFetcher } from "react-router";
import type { BookingView } from "#core/bookings/schema.ts";
import { MAX_COMPANIONS_LENGTH } from "#core/bookings/seats/rules.ts";
import type { FieldErrors } from "#core/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, TextInput } from "../../../ui/forms/field.tsx";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Icon } from "../../../ui/pictures/icon.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../../ui/toasts/toast.ts";

/** The first names of those who come along, for whoever wants to say them (rule: for-several). */
export function Companions({ booking: { id, companions } }: { booking: BookingView }) {
  const fetcher = useFetcher<{ toast: ToastMessage; fields?: FieldErrors }>({
    key: `companions-${id}`,
  });
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 font-label text-sage-600">
        {companions ? "Changer les prénoms" : "Dire qui vous accompagne"}
        <Icon of={ChevronDown} className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <FormToast toast={fetcher.data?.toast} />
      <fetcher.Form method="post" preventScrollReset className="grid max-w-text gap-3">
        <HiddenFields intent="companions" bookingId={id} />
        <Field
          label="Leurs prénoms"
          optional
          error={fetcher.data?.fields?.companions}
          hint="Votre praticien les lit, et personne d'autre."
        >
          {(control) => (
            <TextInput
              {...control}
              name="companions"
              maxLength={MAX_COMPANIONS_LENGTH}
              defaultValue={companions ?? ""}
            />
          )}
        </Field>
        <Button type="submit" size="small" busy={fetcher.state !== "idle"} className="w-fit">
          Enregistrer
        </Button>
      </fetcher.Form>
    </details>
  );
}
