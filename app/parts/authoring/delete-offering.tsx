import { Trash2 } from "lucide-react";
import { Form, useNavigation } from "react-router";
import { KIND_WORDS } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Button } from "../../ui/button.tsx";
import { FormSection } from "./form-section.tsx";

const QUESTION = "supprimer-definitivement";

/** What may be meant instead: nothing is lost by it. */
const WAYS_OUT: Record<SlotKind, string> = {
  session: "Pour la retirer des recherches sans la perdre, désactivez-la dans votre profil.",
  activity: "Pour ne plus la proposer sans la perdre, désactivez-la dans « Mes Activités ».",
};

/** Deletion, asked about first: the platform's popover, so that it needs no script. */
export function DeleteOffering({ kind }: { kind: SlotKind }) {
  const { noun, the } = KIND_WORDS[kind];
  const busy = useNavigation().formData?.get("intent") === "delete";
  return (
    <FormSection id="supprimer" title="Supprimer" intro={WAYS_OUT[kind]}>
      <div>
        <Button popoverTarget={QUESTION} variant="danger">
          <Trash2 aria-hidden className="size-4" />
          Supprimer {the}
        </Button>
      </div>
      <div
        id={QUESTION}
        popover="auto"
        role="dialog"
        aria-labelledby={`${QUESTION}-titre`}
        className="m-auto w-[calc(100%-2.5rem)] max-w-dialog rounded-card bg-surface p-8 text-ink shadow-soft backdrop:bg-ink/50"
      >
        <h3 id={`${QUESTION}-titre`} className="text-22">
          Êtes-vous sûr de vouloir supprimer cette {noun} ?
        </h3>
        <p className="mt-3 text-ink-soft">
          Cette action est irréversible. {the.charAt(0).toUpperCase() + the.slice(1)} et tous ses
          créneaux seront définitivement supprimés.
        </p>
        <Form method="post" className="mt-6 flex flex-wrap justify-end gap-2">
          <input type="hidden" name="intent" value="delete" />
          <Button popoverTarget={QUESTION} popoverTargetAction="hide">
            Annuler
          </Button>
          <Button type="submit" variant="destroy" busy={busy}>
            Supprimer
          </Button>
        </Form>
      </div>
    </FormSection>
  );
}
