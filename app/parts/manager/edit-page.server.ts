import { redirect, redirectDocument } from "react-router";
import { editionPath } from "#core/bookings/rules.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import { updateOffering } from "#core/catalogue/authoring/update-offering.server.ts";
import { previewOverlap } from "#core/catalogue/publishing/preview-slot.server.ts";
import { comingHolidays } from "#core/catalogue/schedule/list-holidays.server.ts";
import type { SlotKind } from "#core/catalogue/schema.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { isAppError } from "#core/errors.ts";
import { showRestriction } from "#core/moderation/show-content-case.server.ts";
import { showOwnProfessional } from "#core/professionals/show-seller.server.ts";
import * as addresses from "#site/addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { categoriesFor, readImageField } from "../authoring/create-offering.server.ts";
import { inputOf, readValues, slotsOf, valuesOf, versionOf } from "../authoring/offering-values.ts";
import {
  askAboutOverlap,
  refuse,
  refuseEdition,
  SIGNED_OUT,
  titleOf,
} from "../authoring/refuse-form.server.ts";
import { ACTS } from "./manager-actions.server.ts";

const LIST: Record<SlotKind, string> = {
  session: addresses.profile,
  activity: addresses.ownActivities,
};

const UPDATED: Record<SlotKind, string> = {
  session: "Session mise à jour avec succès",
  activity: "Activité mise à jour avec succès",
};

/** Leads visitors to /connexion, and all but the owner to the list (rule: both-addresses). */
export async function readEdition(ctx: Context, kind: SlotKind, id: string) {
  try {
    const offering = await showOwnOffering(ctx, kind, id);
    return {
      title: offering.title,
      values: valuesOf(offering, await showOwnProfessional(ctx)),
      categories: await categoriesFor(ctx, kind),
      // What comes again already has a page for them.
      holidays: offering.recurrence ? [] : comingHolidays(ctx.now()),
      today: dayKey(ctx.now()),
      restriction: await showRestriction(ctx, offering.id),
    };
  } catch (error) {
    return turnAway(error, kind, id);
  }
}

/** The manager's acts always lead back to the list, with a toast. */
export async function handleEdition<Kind extends SlotKind>(
  ctx: Context,
  request: Request,
  kind: Kind,
  id: string,
) {
  const form = await readFields(request);
  const act = ACTS[kind][String(form.getAll("intent").at(-1))];
  if (act) {
    try {
      return redirectWithToast(LIST[kind], await act(ctx, id, form));
    } catch (error) {
      // Answered where it was asked, so that nothing typed is lost.
      const isRefused = isAppError(error) && error.code === "conflict";
      const draft = form.has("title") ? readValues(form) : undefined;
      return isRefused ? refuse(error, draft) : turnAway(error, kind, id);
    }
  }
  keepSent(ctx, request, form, SIGNED_OUT);
  const values = readValues(form);
  try {
    values.texts.imageUrl = await readImageField(ctx, form, `${kind}-images`);
    const changes = { ...inputOf(kind, values), ...slotsOf(values) };
    const overlap = await previewOverlap(ctx, kind, { id, fields: changes });
    const question = askAboutOverlap(overlap, form, values);
    if (question) return question;
    await updateOffering(ctx, kind, { id, changes, version: versionOf(form) });
    return redirectWithToast(LIST[kind], { title: UPDATED[kind] });
  } catch (error) {
    const isElsewhere = isAppError(error) && ["not_found", "forbidden"].includes(error.code);
    if (isElsewhere) return turnAway(error, kind, id);
    return refuseEdition(error, values, () => showOwnOffering(ctx, kind, id));
  }
}

function turnAway(error: unknown, kind: SlotKind, id: string) {
  if (!isAppError(error)) throw error;
  // As a document, because a client navigation to a list loads the list alone (app/root.tsx).
  const lead = kind === "activity" ? redirectDocument : redirect;
  // Without a toast, which would appear after a page that offers the login itself.
  if (error.code === "unauthenticated") {
    const suite = encodeURIComponent(editionPath(kind, encodeURIComponent(id)));
    return lead(`${addresses.logIn}?suite=${suite}`);
  }
  const { headers } = redirectWithToast(LIST[kind], {
    title: error.code === "forbidden" ? "Accès interdit" : (titleOf(error) ?? "Erreur"),
    text: error.message,
    tone: "danger",
  });
  return lead(LIST[kind], { headers });
}
