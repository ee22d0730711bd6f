import { Trash2 } from "@lucide/icons";
import { editionPath } from "#core/bookings/rules.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Restriction } from "#core/moderation/show-content-case.server.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/pictures/icon.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { RestrictionNotice } from "../reports/restriction-notice.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { FormSection } from "./form-section.tsx";
import { SENTENCES } from "./kind-sentences.ts";
import {
  BackToProfile,
  OFFERING_FORM,
  type Offered,
  OfferingForm,
  type Refusal,
} from "./offering-form.tsx";

interface EditOfferingProps {
  kind: SlotKind;
  id: string;
  heading: string;
  stored: Omit<Offered, "kind" | "mode"> & { title: string; restriction: Restriction | null };
  answer: (Refusal & { toast: ToastMessage | null }) | undefined;
}

export function EditOffering({ kind, id, heading, stored, answer }: EditOfferingProps) {
  const { title, restriction } = stored;
  return (
    <div className="page pt-6 pb-8">
      <BackToProfile />
      <h1 className="mt-3">{heading}</h1>
      <p className="mt-1 mb-8 wrap-anywhere text-ink-soft">{title}</p>
      <FormToast toast={answer?.toast} />
      {restriction && <RestrictionNotice restriction={restriction} />}
      <div className="grid gap-6">
        {/* Removed for good, it can be read and not changed. */}
        <fieldset disabled={restriction?.measure === "removed"} className="min-w-0">
          <OfferingForm kind={kind} mode="edit" refusal={answer} {...stored} />
        </fieldset>
        <DeleteOffering kind={kind} edition={editionPath(kind, id)} />
      </div>
    </div>
  );
}

const QUESTION = "supprimer-definitivement";

function DeleteOffering({ kind, edition }: { kind: SlotKind; edition: string }) {
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
