import type { ProfessionalInfo } from "#core/accounts/schema.ts";
import { listActivityTypes } from "#core/catalogue/activity-types/manage-types.server.ts";
import { createOffering } from "#core/catalogue/authoring/create-offering.server.ts";
import { showOwnOffering } from "#core/catalogue/authoring/permit-publication.server.ts";
import { discardDraft, saveDraft, showDraft } from "#core/catalogue/drafts/save-draft.server.ts";
import { previewOverlap } from "#core/catalogue/publishing/preview-slot.server.ts";
import { comingHolidays } from "#core/catalogue/schedule/list-holidays.server.ts";
import { ACTIVITY_CATEGORIES, type SlotKind } from "#core/catalogue/schema.ts";
import type { Context } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { AppError } from "#core/errors.ts";
import { answerOnce, answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import type { ImageBucket } from "#core/media/rules.ts";
import { uploadImage } from "#core/media/upload-image.server.ts";
import * as addresses from "#site/addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { keepSent } from "../../failures/ended-login.server.ts";
import { asPage } from "../../failures/errors.server.ts";
import { callOf, newKey } from "../../forms/once.server.ts";
import { readFields } from "../../forms/read-form.ts";
import { KEY_FIELD } from "../../ui/forms/retry-key.tsx";
import { fieldsOf } from "../drafts/saved-draft.tsx";
import { draftOf, inputOf, readValues } from "./offering-values.ts";
import { askAboutOverlap, refuse, SIGNED_OUT } from "./refuse-form.server.ts";

const CREATED: Record<SlotKind, string> = {
  session: "Session créée avec succès !",
  activity: "Activité créée avec succès !",
};

const SAVED = {
  title: "Brouillon enregistré",
  text: "Vous le retrouvez dans « Mes séances ».",
} as const;

export async function categoriesFor(ctx: Context, kind: SlotKind): Promise<readonly string[]> {
  if (kind === "activity") return ACTIVITY_CATEGORIES;
  const types = await listActivityTypes(ctx);
  return types.map(({ name }) => name).filter((name) => name !== "");
}

/** `?modele=` copies one's own offering without its date; `?brouillon=` takes up a draft. */
export async function beginOffering(
  ctx: Context,
  request: Request,
  kind: SlotKind,
  professional: ProfessionalInfo,
) {
  const { searchParams } = new URL(request.url);
  const modelId = searchParams.get("modele");
  const draftId = searchParams.get("brouillon");
  const draft = draftId ? await showDraft(ctx, { draftId }).catch(asPage) : null;
  const model = modelId ? await showOwnOffering(ctx, kind, modelId).catch(asPage) : null;
  const { texts, slots } = draftOf(kind, model, professional);
  return {
    values: {
      texts: { ...(draft?.fields ?? texts), draftId: draft?.id ?? newKey(), [KEY_FIELD]: newKey() },
      slots,
    },
    categories: await categoriesFor(ctx, kind),
    holidays: comingHolidays(ctx.now()),
    today: dayKey(ctx.now()),
  };
}

export async function publishOffering<Kind extends SlotKind>(
  ctx: Context,
  request: Request,
  kind: Kind,
  bar: (error: unknown) => Response | null,
) {
  const form = await readFields(request);
  keepSent(ctx, request, form, SIGNED_OUT);
  const values = readValues(form);
  const asked: { question?: ReturnType<typeof askAboutOverlap> } = {};
  try {
    values.texts.imageUrl = await readImageField(ctx, form, `${kind}-images`);
    const draftId = String(form.get("draftId") ?? "");
    if (form.has("draft")) {
      const typed = Object.entries(values.texts).flatMap(([name, value]) =>
        [value].flat().map((text): [string, string] => [name, text]),
      );
      await saveDraft(ctx, { draftId, kind, fields: fieldsOf(typed) });
      return redirectWithToast(addresses.ownDrafts, SAVED);
    }
    if (form.get("shorter")) values.texts.duration = String(form.get("shorter"));
    const { isRecurring } = await answerOnce(ctx, callOf(form, `create-${kind}`), async (own) => {
      // Only for a first call: a repeated one would be asked about what it has made itself.
      const overlap = await previewOverlap(own, kind, { fields: inputOf(kind, values) });
      asked.question = askAboutOverlap(overlap, form, values);
      if (asked.question) throw new AppError("conflict");
      const made = await createOffering(own, kind, inputOf(kind, values));
      if (draftId) await discardDraft(own, { draftId });
      return made;
    });
    return redirectWithToast(addresses.profile, {
      title: CREATED[kind],
      text: isRecurring ? "Les créneaux seront générés à partir de la récurrence." : undefined,
      events: [{ name: "content", data: { kind, action: "create" } }],
    });
  } catch (error) {
    return asked.question ?? bar(error) ?? refuse(error, values);
  }
}

/** Without a script the file comes with the fields. @throws AppError as {@link uploadImage} */
export async function readImageField(
  ctx: Context,
  form: FormData,
  bucket: ImageBucket,
): Promise<string> {
  const file = form.get("imageFile");
  if (file instanceof File && file.size > 0) {
    const call = callOf(form, "upload-image");
    const { url } = await answerOnceInSteps(ctx, call, () => uploadImage(ctx, { file, bucket }));
    return url;
  }
  return form.has("imageRemoved") ? "" : String(form.get("imageUrl") ?? "");
}
