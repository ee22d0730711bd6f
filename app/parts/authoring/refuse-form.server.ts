import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";
import type { Overlap } from "#core/catalogue/publishing/schema.ts";
import type { OwnOfferingView } from "#core/catalogue/schema.ts";
import { type ErrorCode, isAppError } from "#core/errors.ts";
import { IMAGE_REFUSALS } from "#core/media/labels.ts";
import { IMAGE_BUCKETS, imageIdOf } from "#core/media/rules.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { nextKey } from "../../forms/once.server.ts";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { byFallField } from "./fall-values.ts";
import {
  bySlotField,
  type OfferingValues,
  type SlotValues,
  withSlotsOf,
} from "./offering-values.ts";

export const SIGNED_OUT = {
  title: "Erreur d'authentification",
  text: "Utilisateur non connecté. Veuillez vous reconnecter.",
  tone: "danger",
} as const;

const TITLES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: SIGNED_OUT.title,
  payments_required: "Configuration requise",
  quota_reached: "Quota atteint",
  stale: "Modifiée entre-temps",
  ...IMAGE_REFUSALS,
};

/** Does not draw an address that is not one of our pictures. */
export function refuse(error: unknown, draft?: OfferingValues, version?: number) {
  const { data: answer, init } = asFormError(error, titleOf(error));
  const isSignedOut = isAppError(error) && error.code === "unauthenticated";
  const toast = { ...answer.toast, ...(isSignedOut && { text: SIGNED_OUT.text }) };
  const retryKey = nextKey(error);
  const renewed = {
    ...withoutStrange(draft),
    ...(retryKey && { [KEY_FIELD]: retryKey }),
    ...(version && { version: String(version) }),
  };
  const told: SubmissionResult = {
    error: draft ? byFallField(bySlotField(answer.fields, draft), draft.texts) : answer.fields,
    ...(draft && { initialValue: { ...draft.texts, ...renewed } }),
  };
  return data({ answer: told, slots: draft?.slots, toast }, init ?? {});
}

const withoutStrange = (draft: OfferingValues | undefined) =>
  IMAGE_BUCKETS.some((bucket) => imageIdOf(draft?.texts.imageUrl ?? "", bucket))
    ? {}
    : { imageUrl: "" };

/** Asks before two slots meet (rule: one-place). @returns null once its professional was told. */
export function askAboutOverlap(overlap: Overlap | null, form: FormData, draft: OfferingValues) {
  if (!overlap) return null;
  const knowing = `${overlap.start.toISOString()} ${overlap.near.start.toISOString()}`;
  if (form.get("knowing") === knowing && !overlap.near.isTaken) return null;
  const answer: SubmissionResult = {
    initialValue: { ...draft.texts, ...withoutStrange(draft) },
  };
  const asked = { ...overlap, knowing };
  return data({ answer, slots: draft.slots, toast: null, overlap: asked }, { status: 409 });
}

/** After a stale edit, the next begins from the present version (rule: edit-version). */
export async function refuseEdition(
  error: unknown,
  draft: OfferingValues,
  current: () => Promise<Pick<OwnOfferingView<"session">, "version" | "slots">>,
) {
  if (!isAppError(error) || !["stale", "conflict"].includes(error.code)) {
    return refuse(error, draft);
  }
  const { version, slots } = await current();
  const isStale = error.code === "stale";
  const isGone = ({ id }: SlotValues) => id !== "" && slots.every((slot) => slot.id !== id);
  const isOutdated = isStale || draft.slots.some(isGone);
  return refuse(
    error,
    isOutdated ? withSlotsOf(draft, slots) : draft,
    isStale ? version : undefined,
  );
}

export function titleOf(error: unknown): string | undefined {
  return isAppError(error) ? TITLES[error.code] : undefined;
}
