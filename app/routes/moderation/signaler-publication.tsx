import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import { CONTENT_REASON_WORDS } from "#core/moderation/labels.ts";
import { reportContent, showReportableContent } from "#core/moderation/report-content.server.ts";
import { MAX_CONTENT_REPORT } from "#core/moderation/rules.ts";
import type { Content } from "#core/moderation/schema.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { textsOf } from "../../parts/drafts/tab-drafts.ts";
import { ReportForm } from "../../parts/reports/report-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/signaler-publication";

export const page = { isOpen: true };

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger cette page." },
  actionFailure: { title: "Erreur", text: "Votre signalement n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Signaler");

const pathOf = ({ offeringId, professionalId, kind }: Content) =>
  offeringId && kind !== "professional"
    ? addresses.offering(kind, offeringId)
    : addresses.professional(professionalId);

export async function loader({ params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const content = await showReportableContent(ctx, { content: params.contentId }).catch(asPage);
  return { key: newKey(), content, back: pathOf(content), email: ctx.actor?.email ?? null };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const {
    about = "page",
    reason = "",
    text = "",
    email = "",
    [KEY_FIELD]: sent = "",
  } = textsOf(form);
  const typed = { about: about || "page", reason, text, email };
  const isSure = form.get("goodFaith") === "on";
  try {
    const { contentId } = params;
    const input = { content: contentId, ...typed, goodFaith: isSure };
    await answerOnce(ctx, callOf(form, `report content ${contentId}`), (own) =>
      reportContent(own, input as Parameters<typeof reportContent>[1]),
    );
    const content = await showReportableContent(ctx, { content: contentId });
    const told = "Une personne l'examine. Nous vous écrivons ce qu'elle décide.";
    return redirectWithToast(pathOf(content), { title: "Merci", text: told });
  } catch (error) {
    const key = nextKey(error) ?? sent;
    return withKept(asFormError(error), { typed, isSure, key });
  }
}

export default function ReportPublished({ loaderData, actionData }: Route.ComponentProps) {
  const { content, back, email } = loaderData;
  const { title, professional } = content;
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ to: back, label: title }, { label: "Signaler" }]} />
      <h1 className="mt-4">Signaler {content.offeringId ? "cette offre" : "ce praticien"}</h1>
      <Panel aria-label="Signaler" className="mt-6 max-w-text">
        <p className="font-label wrap-anywhere">
          {title}
          {content.offeringId && (
            <span className="font-regular text-ink-soft"> par {professional}</span>
          )}
        </p>
        <ReportForm
          reasons={CONTENT_REASON_WORDS}
          longest={MAX_CONTENT_REPORT}
          retryKey={actionData?.key ?? loaderData.key}
          answer={actionData}
          abouts={
            content.imageUrl ? { page: "L'offre entière", picture: "Sa photo seulement" } : null
          }
          email={
            email
              ? null
              : { hint: "Pour vous dire ce que nous décidons. Jamais montré à ce praticien." }
          }
        >
          Une personne lit et décide. Si quelque chose doit changer, ce praticien apprend pourquoi,
          et jamais par qui.
        </ReportForm>
      </Panel>
    </div>
  );
}
