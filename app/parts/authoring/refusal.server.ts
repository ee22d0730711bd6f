import { data } from "react-router";
import { type ErrorCode, isAppError } from "#core/errors.ts";
import { IMAGE_REFUSALS } from "#core/media/labels.ts";
import { IMAGE_BUCKETS, imageIdOf } from "#core/media/rules.ts";
import { asFormError } from "../../errors.server.ts";
import { newKey } from "../../once.server.ts";
import { bySlotField, type OfferingValues } from "./offering-values.ts";

/** To who has to log in first (S2§6). */
export const SIGNED_OUT = {
  title: "Erreur d'authentification",
  text: "Utilisateur non connecté. Veuillez vous reconnecter.",
  tone: "danger",
} as const;

/** Titles of S2§6 and S2§8; « Erreur » for the rest. */
const TITLES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: SIGNED_OUT.title,
  payments_required: "Configuration requise",
  quota_reached: "Quota atteint",
  ...IMAGE_REFUSALS,
};

/**
 * What an action answers when a use case refuses: the draft, if one was sent, its fields' messages,
 * and a toast. An address that is none of our pictures' is not drawn as one.
 */
export function refuse(error: unknown, draft?: OfferingValues) {
  const { data: answer, init } = asFormError(error, titleOf(error));
  const isSignedOut = isAppError(error) && error.code === "unauthenticated";
  const toast = { ...answer.toast, ...(isSignedOut && { text: SIGNED_OUT.text }) };
  const isPicture = IMAGE_BUCKETS.some((bucket) => imageIdOf(draft?.imageUrl ?? "", bucket));
  const values = draft && { ...draft, ...(!isPicture && { imageUrl: "" }) };
  const fields = draft ? bySlotField(answer.fields, draft) : answer.fields;
  // What is sent next is knowingly another request.
  const retryKey = isAppError(error) && error.code === "key_reused" ? newKey() : undefined;
  return data({ ...answer, fields, toast, values, retryKey }, init ?? {});
}

/** How a refusal's toast is called; undefined for « Erreur ». */
export function titleOf(error: unknown): string | undefined {
  return isAppError(error) ? TITLES[error.code] : undefined;
}
