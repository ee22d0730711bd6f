import { data } from "react-router";
import { isAppError } from "#core/errors.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError } from "../../failures/errors.server.ts";

/**
 * Does what a decision's form asks, and leads back to the queue, or to `to`, with a toast; a refusal
 * stays on the screen with what was typed.
 *
 * @param done the toast's title once it is done; null where the act itself answers it.
 */
export async function decide(
  act: Promise<unknown>,
  done: string | null,
  typed: Record<string, FormDataEntryValue>,
  to = operatorAddresses.queue,
) {
  let said = done;
  try {
    const answer = await act;
    said ??= String(answer);
  } catch (error) {
    const { data: refusal, init } = asFormError(error);
    const isSaid = isAppError(error) && error.code !== "invalid_input";
    const texts = Object.entries(typed).map(([name, value]) => [name, String(value)]);
    const kept: Record<string, string> = Object.fromEntries(texts);
    return data({ ...refusal, isSaid, typed: kept }, init ?? {});
  }
  const text = "Inscrit au journal sous votre nom.";
  return redirectWithToast(to, { title: said, text, tone: "success" });
}
