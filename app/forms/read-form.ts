import { data } from "react-router";
import { hasTooManyFields } from "#platform/http/form-data.ts";

/**
 * The fields of a submitted form: every action reads them here. An unreadable one (multipart,
 * without its boundaries) answers 400, since it is no error of ours.
 */
export async function readForm(request: Request): Promise<Record<string, FormDataEntryValue>> {
  return Object.fromEntries(await readFields(request));
}

/** The same for a form whose fields may come several times; one with too many answers 413. */
export async function readFields(request: Request): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const body = await request.arrayBuffer();
  if (hasTooManyFields(body, type)) throw data(null, { status: 413 });
  try {
    return await new Response(body, { headers: { "content-type": type } }).formData();
  } catch (error) {
    throw error instanceof TypeError ? data(null, { status: 400 }) : error;
  }
}
