import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import { AppError, type ErrorCode, type FieldErrors, isAppError } from "#core/errors.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { ERROR_STATUS } from "#site/error-status.ts";
import { toLogin } from "../context.server.ts";
import type { ToastMessage } from "../ui/toasts/toast.ts";

/** Differs in five codes: wrong fields are bad requests, and 502 is another service's failure. */
const STATUS: Record<ErrorCode, number> = {
  ...ERROR_STATUS,
  invalid_input: 400,
  invalid_token: 400,
  key_reused: 409,
  storage_unavailable: 502,
  provider_unavailable: 502,
};

/** @throws the page of a business error's status; a malformed address is not found. */
export function asPage(error: unknown): never {
  if (!isAppError(error)) throw error;
  throw data(null, { status: error.code === "invalid_input" ? 404 : STATUS[error.code] });
}

const AWAY: ToastMessage = {
  title: "Réessayez dans un instant",
  text: "Le site est momentanément indisponible. Votre demande n'a pas été enregistrée, et ce que vous avez écrit reste sur cette page.",
  tone: "danger",
};

/** Answers with fields and a toast; unknown errors are thrown on. */
export function asFormError(error: unknown, title = "Erreur") {
  if (whyUnreachable(error) !== null) {
    const fields: FieldErrors = {};
    return data({ fields, toast: AWAY }, { status: STATUS.unavailable });
  }
  if (!isAppError(error)) throw error;
  const toast: ToastMessage = { title, text: error.message, tone: "danger" };
  return data({ fields: error.fields ?? {}, toast }, { status: STATUS[error.code] });
}

/** @throws a redirect to the login page once a login has ended. */
export function asOwnFormError(error: unknown, request: Request) {
  if (isAppError(error) && error.code === "unauthenticated") throw toLogin(request);
  return asFormError(error);
}

export function asMessageError(error: unknown) {
  const isRefused = isAppError(error) && error.code === "invalid_input";
  return asFormError(error, isRefused ? "Erreur de validation" : "Erreur");
}

export function withKept<Kept extends object>(
  { data: refusal, init }: ReturnType<typeof asFormError>,
  kept: Kept,
) {
  return data({ ...kept, ...refusal }, init ?? {});
}

export function refuseForm(error: unknown, typed: Record<string, string>) {
  const { data: refusal, init } = asFormError(error);
  const answer: SubmissionResult = { initialValue: typed, error: refusal.fields };
  return data({ answer, toast: refusal.toast }, init ?? {});
}

export function asGuestFormError(error: unknown) {
  const fields = isAppError(error) ? error.fields : undefined;
  const [message] = fields?.email ?? [];
  if (!fields || !message) return asFormError(error);
  return asFormError(new AppError("invalid_input", { message, fields }), "Email requis");
}
