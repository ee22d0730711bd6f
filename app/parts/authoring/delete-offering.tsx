import { Trash2 } from "@lucide/icons";
import { KIND_WORDS } from "#core/catalogue/labels.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormSection } from "./form-section.tsx";
import { OFFERING_FORM } from "./offering-form.tsx";

const QUESTION = "supprimer-definitivement";

/** A gentler alternative to deletion, which loses nothing. */
const WAYS_OUT: Record<SlotKind, string> = {
  session: "Pour la retirer des recherches sans la perdre, désactivez-la dans votre profil.",
  activity: "Pour ne plus la proposer sans la perdre, désactivez-la dans « Mes Activités ».",
};

/** Deletion, at the foot of the edit form. */
export function DeleteOffering({ kind, edition }: { kind: SlotKind; edition: string }) {
  return (
    <FormSection id="supprimer" title="Supprimer" intro={WAYS_OUT[kind]}>
      <div>
        <Button popoverTarget={QUESTION} variant="danger">
          <Icon of={Trash2} className="size-4" />
          Supprimer {KIND_WORDS[kind].the}
        </Button>
      </div>
      <DeleteDialog id={QUESTION} kind={kind} edition={edition} beside={OFFERING_FORM} />
    </FormSection>
  );
}
