import { data } from "react-router";

/** The fields of a submitted form. What is no form is answered 415: it is no error of ours. */
export async function readForm(request: Request): Promise<Record<string, FormDataEntryValue>> {
  const form = await request.formData().catch((error: unknown) => {
    throw error instanceof TypeError ? data(null, { status: 415 }) : error;
  });
  return Object.fromEntries(form);
}
