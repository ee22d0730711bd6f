import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { rehearseMails } from "#core/notifications/rehearse-mails.server.ts";
import { legal } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { textsOf } from "../drafts/tab-drafts.ts";

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
    return refuse(error, typed);
  }
  const text = "Inscrit au journal sous votre nom.";
  return redirectWithToast(to, { title: said, text, tone: "success" });
}

/** Answers the mails that a decision would send, or its refusal, with what was typed. */
export async function rehearse(
  ctx: Context,
  act: (ctx: Context) => Promise<unknown>,
  typed: Record<string, FormDataEntryValue>,
) {
  // The templates are the worker's; only this act needs them here.
  const { mailsOf } = await import("#mails/render.ts");
  try {
    const mails = await rehearseMails(ctx, mailsOf(legal), act);
    return data({
      fields: {},
      toast: null,
      isSaid: false,
      typed: textsOf(Object.entries(typed)),
      mails,
    });
  } catch (error) {
    return refuse(error, typed);
  }
}

function refuse(error: unknown, typed: Record<string, FormDataEntryValue>) {
  const { data: refusal, init } = asFormError(error);
  const isSaid = isAppError(error) && error.code !== "invalid_input";
  return data(
    { ...refusal, isSaid, typed: textsOf(Object.entries(typed)), mails: null },
    init ?? {},
  );
}
