import { data } from "react-router";
import { asFormError } from "../failures/errors.server.ts";
import { readFields } from "./read-form.ts";

export function secretOf(request: Request): string {
  return (new URL(request.url).searchParams.get("jeton") ?? "").slice(0, 200);
}

export async function answerMailedLink(
  request: Request,
  work: (token: string, form: FormData) => Promise<unknown>,
) {
  const form = await readFields(request);
  try {
    await work(String(form.get("token") ?? ""), form);
    return data({ toast: null }, {});
  } catch (error) {
    return asFormError(error);
  }
}
