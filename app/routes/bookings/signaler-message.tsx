import {
  reportBookingMessage,
  showReportableMessage,
} from "#core/bookings/reported-messages/report-booking-message.server.ts";
import {
  MAX_MESSAGE_REPORT_LENGTH,
  MESSAGE_REASON_WORDS,
} from "#core/bookings/reported-messages/rules.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asOwnFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { ReportForm } from "../../parts/reports/report-form.tsx";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { Panel } from "../../ui/panel.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/signaler-message";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ce message." },
  actionFailure: { title: "Erreur", text: "Votre signalement n'a pas pu partir. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Signaler un message");

/** A received message, and what its reader has against it (rule: reported-messages). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const message = await showReportableMessage(ctx, { message: params.messageId }).catch(asPage);
  return { key: newKey(), message };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const typed = { reason: String(form.get("reason") ?? ""), text: String(form.get("text") ?? "") };
  const isSure = form.get("goodFaith") === "on";
  try {
    const { messageId: message } = params;
    const input = { message, ...typed, goodFaith: isSure } as Parameters<
      typeof reportBookingMessage
    >[1];
    await answerOnce(ctx, callOf(form, `report message ${message}`), (own) =>
      reportBookingMessage(own, input),
    );
    const text = "Une personne l'examine. Vous recevez notre réponse par e-mail.";
    return redirectWithToast(addresses.messages, { title: "Merci", text, tone: "success" });
  } catch (error) {
    const key = nextKey(error) ?? String(form.get(KEY_FIELD) ?? "");
    return withKept(asOwnFormError(error, request), { typed, isSure, key });
  }
}

export default function ReportMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { message } = loaderData;
  const back = addresses.bookingMessages(message.bookingId);
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ to: back, label: "Messages" }, { label: "Signaler" }]} />
      <h1 className="mt-4">Signaler un message</h1>
      <Panel aria-label="Signaler un message" className="mt-6 max-w-text">
        <figure className="border-l-2 border-sage-300 pl-4">
          <figcaption className="text-14 text-ink-soft figures">
            {message.from}, {formatLongDay(message.createdAt)} à {formatTime(message.createdAt)}
          </figcaption>
          <blockquote className="mt-1 wrap-anywhere whitespace-pre-line">{message.text}</blockquote>
        </figure>
        <ReportForm
          reasons={MESSAGE_REASON_WORDS}
          longest={MAX_MESSAGE_REPORT_LENGTH}
          retryKey={actionData?.key ?? loaderData.key}
          answer={actionData}
        >
          Une personne lit ce message et décide. S'il est retiré, son auteur apprend pourquoi. Vous
          recevez notre réponse par e-mail.
        </ReportForm>
      </Panel>
    </div>
  );
}
