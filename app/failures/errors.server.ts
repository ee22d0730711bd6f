import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { AppError, type ErrorCode, type FieldErrors, isAppError } from "#core/errors.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { ERROR_STATUS } from "#site/error-status.ts";
import { toLogin } from "../context.server.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";

/**
 * The status of a page or an action, with five exceptions of its own: a wrong field or link is a
 * bad request here, and 502 says that another service did not answer.
 */
const STATUS: Record<ErrorCode, number> = {
  ...ERROR_STATUS,
  invalid_input: 400,
  invalid_token: 400,
  key_reused: 409,
  storage_unavailable: 502,
  provider_unavailable: 502,
};

/**
 * For a loader: an error of the business becomes the page of its status (404, 403); any other is
 * thrown on, to the log and the page that names the request. A malformed address (an invalid id)
 * counts as one that does not exist.
 */
export function asPage(error: unknown): never {
  if (!isAppError(error)) throw error;
  throw data(null, { status: error.code === "invalid_input" ? 404 : STATUS[error.code] });
}

/** Says of a form that came while the database was away that nothing of it is lost. */
const AWAY: ToastMessage = {
  title: "Réessayez dans un instant",
  text: "Le site est momentanément indisponible. Votre demande n'a pas été enregistrée, et ce que vous avez écrit reste sur cette page.",
  tone: "danger",
};

/**
 * For an action: an error of the business becomes an answer for the form, with the messages of its
 * fields and a toast, and so does a database that is away; any other is thrown on, and the page stays
 * with a general toast.
 */
export function asFormError(error: unknown, title = "Erreur") {
  if (whyUnreachable(error) !== null) {
    const fields: FieldErrors = {};
    return data({ fields, toast: AWAY }, { status: STATUS.unavailable });
  }
  if (!isAppError(error)) throw error;
  const toast: ToastMessage = { title, text: error.message, tone: "danger" };
  return data({ fields: error.fields ?? {}, toast }, { status: STATUS[error.code] });
}

/**
 * {@link asFormError} for a page of people who are signed in: a login that has ended leads to the
 * login page, and back.
 *
 * @throws that redirect.
 */
export function asOwnFormError(error: unknown, request: Request) {
  if (isAppError(error) && error.code === "unauthenticated") throw toLogin(request);
  return asFormError(error);
}

/** {@link asFormError} for a form that writes to us, where wrong fields have their own toast. */
export function asMessageError(error: unknown) {
  const isRefused = isAppError(error) && error.code === "invalid_input";
  return asFormError(error, isRefused ? "Erreur de validation" : "Erreur");
}

/** A refusal of these, with whatever else of its form the page draws again. */
export function withKept<Kept extends object>(
  { data: refusal, init }: ReturnType<typeof asFormError>,
  kept: Kept,
) {
  return data({ ...kept, ...refusal }, init ?? {});
}

/** {@link asFormError} for a form that Conform draws, with what was typed in it. */
export function refuseForm(error: unknown, typed: Record<string, string>) {
  const { data: refusal, init } = asFormError(error);
  const answer: SubmissionResult = { initialValue: typed, error: refusal.fields };
  return data({ answer, toast: refusal.toast }, init ?? {});
}

/** {@link asFormError} for a guest's form, where a wrong e-mail has its own toast. */
export function asGuestFormError(error: unknown) {
  const fields = isAppError(error) ? error.fields : undefined;
  const [message] = fields?.email ?? [];
  if (!fields || !message) return asFormError(error);
  return asFormError(new AppError("invalid_input", { message, fields }), "Email requis");
}
