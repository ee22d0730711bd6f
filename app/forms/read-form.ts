import { data } from "react-router";
import { hasTooManyFields } from "#platform/http/form-data.ts";

/** @throws 400 for an unreadable form, since it is no error of ours. */
export async function readForm(request: Request): Promise<Record<string, FormDataEntryValue>> {
  return Object.fromEntries(await readFields(request));
}

/** @throws 413 for one with too many fields. */
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
