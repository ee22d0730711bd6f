import { data } from "react-router";

/**
 * The fields of a submitted form: every action reads them here. One that cannot be read (multipart,
 * without its boundaries) is answered 400: it is no error of ours.
 */
export async function readForm(request: Request): Promise<Record<string, FormDataEntryValue>> {
  return Object.fromEntries(await readFields(request));
}

/** The same for a form whose fields may come several times. */
export function readFields(request: Request): Promise<FormData> {
  return request.formData().catch((error: unknown) => {
    throw error instanceof TypeError ? data(null, { status: 400 }) : error;
  });
}
