import type { Context } from "#core/context.server.ts";
import { answerOnceInSteps } from "#core/idempotency/answer-once.server.ts";
import type { ImageBucket } from "#core/media/rules.ts";
import { uploadImage } from "#core/media/upload-image.server.ts";

import { callOf } from "../../forms/once.server.ts";

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
