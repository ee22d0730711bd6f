import { editionPath } from "#core/bookings/rules.ts";
import type { Holiday } from "#core/catalogue/schedule/rules.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Restriction } from "#core/moderation/show-content-case.server.ts";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { ToastMessage } from "../../ui/toasts/toast.ts";
import { RestrictionNotice } from "../reports/restriction-notice.tsx";
import { BackToProfile } from "./back-link.tsx";
import { DeleteOffering } from "./delete-offering.tsx";
import { OfferingForm, type Refusal } from "./offering-form.tsx";
import type { OfferingValues } from "./offering-values.ts";

export function EditOffering({
  kind,
  id,
  heading,
  stored: { title, values, categories, holidays, today, restriction },
  answer,
}: {
  kind: SlotKind;
  id: string;
  heading: string;
  stored: {
    title: string;
    values: OfferingValues;
    categories: readonly string[];
    holidays: readonly Holiday[];
    today: string;
    restriction: Restriction | null;
  };
  answer: (Refusal & { toast: ToastMessage | null }) | undefined;
}) {
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
          <OfferingForm
            kind={kind}
            mode="edit"
            known={values}
            refusal={answer}
            categories={categories}
            holidays={holidays}
            today={today}
          />
        </fieldset>
        <DeleteOffering kind={kind} edition={editionPath(kind, id)} />
      </div>
    </div>
  );
}
