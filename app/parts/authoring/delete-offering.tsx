import { Trash2 } from "@lucide/icons";
import type { SlotKind } from "#core/catalogue/schema.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormSection } from "./form-section.tsx";
import { SENTENCES } from "./kind-sentences.ts";
import { OFFERING_FORM } from "./offering-form.tsx";

const QUESTION = "supprimer-definitivement";

export function DeleteOffering({ kind, edition }: { kind: SlotKind; edition: string }) {
  return (
    <FormSection id="supprimer" title="Supprimer" intro={SENTENCES[kind].wayOut}>
      <div>
        <Button popoverTarget={QUESTION} variant="danger">
          <Icon of={Trash2} className="size-4" />
          {SENTENCES[kind].remove}
        </Button>
      </div>
      <DeleteDialog id={QUESTION} kind={kind} edition={edition} beside={OFFERING_FORM} />
    </FormSection>
  );
}
