import { Form, useNavigation } from "react-router";
import { MAX_BOOKING_MESSAGE_LENGTH } from "#core/bookings/messages/rules.ts";
import {
  markRead,
  showBookingMessages,
} from "#core/bookings/messages/show-booking-messages.server.ts";
import { writeBookingMessage } from "#core/bookings/messages/write-booking-message.server.ts";
import { formatLongDay, formatTime } from "#core/dates.ts";
import { answerOnce } from "#core/idempotency/answer-once.server.ts";
import * as addresses from "#site/addresses.ts";
import { requestContext, signedInContext } from "../../context.server.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError, asPage, withKept } from "../../failures/errors.server.ts";
import { readPart } from "../../failures/read-part.server.ts";
import { callOf, newKey, nextKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { titleMeta } from "../../parts/seo/page-meta.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { SendButton } from "../../ui/forms/once-form.tsx";
import { KEY_FIELD, RetryKey } from "../../ui/forms/retry-key.tsx";
import { TextAreaField } from "../../ui/forms/text-field.tsx";
import { useFieldErrors } from "../../ui/forms/use-field-errors.ts";
import { useFirstError } from "../../ui/forms/use-first-error.ts";
import { Notice } from "../../ui/notice.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { FormToast } from "../../ui/toasts/form-toast.tsx";
import type { Route } from "./+types/ecrire";

export const handle = {
  failure: { title: "Erreur", text: "Impossible de charger ces messages." },
  actionFailure: { title: "Erreur", text: "Votre message n'a pas pu être envoyé. Réessayez." },
};

export const meta: Route.MetaFunction = () => titleMeta("Écrire");

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = signedInContext({ request, context });
  const shown = await showBookingMessages(ctx, params).catch(asPage);
  await readPart(context, "mark of what was read", () => markRead(ctx, params));
  return { key: newKey(), ...shown };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  const form = await readFields(request);
  const text = String(form.get("text") ?? "");
  try {
    const { bookingId } = params;
    await answerOnce(ctx, callOf(form, `write-message ${bookingId}`), (own) =>
      writeBookingMessage(own, { bookingId, text }),
    );
    return redirectWithToast(addresses.bookingMessages(bookingId), {
      ...{ title: "Message envoyé", text: "Il part par e-mail, sans votre adresse." },
      tone: "success",
    });
  } catch (error) {
    const key = nextKey(error) ?? String(form.get(KEY_FIELD) ?? "");
    return withKept(asFormError(error), { text, key });
  }
}

export default function BookingMessages({ loaderData, actionData }: Route.ComponentProps) {
  const { title, date, time, other, canWrite, messages } = loaderData;
  const busy = useNavigation().state === "submitting";
  const form = useFirstError(actionData?.fields);
  const { errorOf, onInput } = useFieldErrors(actionData?.fields);
  return (
    <div className="page pt-4 pb-8">
      <FormToast toast={actionData?.toast} />
      <Breadcrumb steps={[{ to: addresses.messages, label: "Messages" }, { label: "Écrire" }]} />
      <h1 className="mt-4 wrap-anywhere">Écrire à {other}</h1>
      <p className="mt-2 text-ink-soft wrap-anywhere figures">
        {title}, {date}, {time}
      </p>
      <Panel aria-label="Messages" className="mt-6 max-w-text">
        {messages.length === 0 ? (
          <p className="text-ink-soft">Aucun message pour l'instant.</p>
        ) : (
          <ol className="grid gap-4">
            {messages.map((message) => (
              <li
                key={message.id}
                className={`rounded-control px-4 py-3 ${message.isOwn ? "bg-sage-100 sm:ml-10" : "bg-sand-100 sm:mr-10"}`}
              >
                <p className="text-14 text-ink-soft figures">
                  {message.isOwn ? "Vous" : other}, {formatLongDay(message.createdAt)} à{" "}
                  {formatTime(message.createdAt)}
                </p>
                <p className="mt-1 wrap-anywhere whitespace-pre-line">
                  {message.text || "Ce message a été retiré."}
                </p>
                {!message.isOwn && message.text !== "" && (
                  <p className="mt-1 text-14">
                    <TextLink
                      to={addresses.reportMessage(message.id)}
                      className="inline-flex min-h-11 items-center"
                    >
                      Signaler<span className="sr-only"> ce message</span>
                    </TextLink>
                  </p>
                )}
              </li>
            ))}
          </ol>
        )}
        {canWrite ? (
          <Form
            key={loaderData.messages.length}
            ref={form}
            method="post"
            noValidate
            onInput={onInput}
            className="mt-6"
          >
            <RetryKey value={actionData?.key ?? loaderData.key} />
            <fieldset disabled={busy} className="grid gap-5">
              <legend className="sr-only">Votre message</legend>
              <TextAreaField
                name="text"
                label="Votre message"
                error={errorOf("text")}
                hint={`${MAX_BOOKING_MESSAGE_LENGTH.toLocaleString("fr-FR")} caractères au plus. Il part par e-mail, sans votre adresse, et reste avec la réservation.`}
                rows={5}
                defaultValue={actionData?.text}
              />
              <SendButton busy={busy} working="Envoi...">
                Envoyer
              </SendButton>
            </fieldset>
          </Form>
        ) : (
          <Notice className="mt-6">
            Cette réservation n'est plus confirmée : on ne peut plus s'y écrire.
          </Notice>
        )}
      </Panel>
    </div>
  );
}
