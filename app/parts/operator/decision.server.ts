import { createHash } from "node:crypto";
import { data } from "react-router";
import type { Context } from "#core/context.server.ts";
import { isAppError } from "#core/errors.ts";
import { rehearseMails } from "#core/notifications/rehearse-mails.server.ts";
import type { RehearsedMail } from "#core/notifications/schema.ts";
import { legal } from "#core/site.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { redirectWithToast } from "../../cookies/flash.server.ts";
import { asFormError } from "../../failures/errors.server.ts";
import { textsOf } from "../drafts/tab-drafts.ts";

/** @param done the toast's title once it is done; null where the act itself answers it. */
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
  return redirectWithToast(to, { title: said, text });
}

/** Says what will happen and which mails go, and acts once the unchanged form comes again. */
export async function decideConfirmed(
  ctx: Context,
  act: (ctx: Context) => Promise<unknown>,
  form: Record<string, FormDataEntryValue>,
  {
    done = null,
    to,
    says = async () => [],
  }: { done?: string | null; to?: string; says?: () => Promise<string[]> } = {},
) {
  // The templates are the worker's; only this needs them here.
  const { mailsOf } = await import("#mails/render.ts");
  const { confirmed, ...typed } = textsOf(Object.entries(form));
  try {
    const mails = await rehearseMails(ctx, mailsOf(legal), act);
    const said = [...(await says()), ...mailWords(mails)];
    const seen = JSON.stringify([typed, said]).replaceAll("\\r\\n", "\\n");
    const of = createHash("sha256").update(seen).digest("base64url");
    if (said.length > 0 && confirmed !== of) {
      const nothing = { fields: {}, toast: null, isSaid: false };
      return data({ ...nothing, typed, mails, confirm: { of, says: said } });
    }
  } catch (error) {
    return refuse(error, form);
  }
  return decide(act(ctx), done, form, to);
}

function mailWords(mails: RehearsedMail[]): string[] {
  if (mails.length === 0) return [];
  const to = new Intl.ListFormat("fr-FR").format(mails.map((mail) => mail.to));
  return [
    mails.length === 1 ? `Un e-mail part à ${to}.` : `${mails.length} e-mails partent : à ${to}.`,
  ];
}

function refuse(error: unknown, typed: Record<string, FormDataEntryValue>) {
  const { data: refusal, init } = asFormError(error);
  const isSaid = isAppError(error) && error.code !== "invalid_input";
  return data(
    { ...refusal, isSaid, typed: textsOf(Object.entries(typed)), mails: null, confirm: null },
    init ?? {},
  );
}
