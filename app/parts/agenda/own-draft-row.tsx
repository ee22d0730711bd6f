import { Form, useNavigation } from "react-router";
import type { OwnDraft } from "#core/catalogue/own-offerings/schema.ts";
import { formatDate, formatTime } from "#core/dates.ts";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { IntentButton } from "../../ui/forms/intent-button.tsx";

export function OwnDraftRow({ draft, here }: { draft: OwnDraft; here: string }) {
  const { id, kind, title, updatedAt } = draft;
  const { formData } = useNavigation();
  const name = title || "Sans titre";
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <div>
        <h2 className="font-text text-16 leading-normal font-strong wrap-anywhere">{name}</h2>
        <p className="text-14 text-ink-soft figures">
          {kind === "session" ? "Session" : "Activité"} · enregistré le {formatDate(updatedAt)} à{" "}
          {formatTime(updatedAt)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={addresses.draft(kind, id)} size="small" variant="sage">
          Continuer
          <span className="sr-only"> : {name}</span>
        </ButtonLink>
        <Form method="post" action={here} preventScrollReset>
          <input type="hidden" name="draftId" value={id} />
          <IntentButton
            intent="discard"
            size="small"
            variant="quiet"
            busy={formData?.get("draftId") === id}
          >
            Supprimer
            <span className="sr-only"> le brouillon : {name}</span>
          </IntentButton>
        </Form>
      </div>
    </li>
  );
}
