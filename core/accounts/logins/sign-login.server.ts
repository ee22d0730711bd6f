import { createHmac, timingSafeEqual } from "node:crypto";
import { newSecret } from "#platform/ids.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import type { Runtime } from "../../context.server.ts";
import { sharedSecret } from "./store.server.ts";

/*
 * A browser shows its login as `token.signature`: who reads the table of logins cannot make one, and
 * what is not ours costs no query.
 */

const secrets = new WeakMap<Executor, string>();

/** The installation's secret, made once and shared through the database. */
async function secretOf({ db }: Signer, over: Executor = db): Promise<string> {
  const secret = secrets.get(db) ?? (await sharedSecret(over, "auth_secret", newSecret()));
  // What a transaction has made may be undone.
  if (over === db) secrets.set(db, secret);
  return secret;
}

const signature = (token: string, secret: string) =>
  createHmac("sha256", secret).update(token).digest("base64");

type Signer = Pick<Runtime, "db">;

/**
 * Our signature under a text, by which we know later that it is ours.
 *
 * @param over the caller's transaction: those that hold every connection cannot wait for another.
 */
export async function signText(signer: Signer, text: string, over?: Executor): Promise<string> {
  return signature(text, await secretOf(signer, over));
}

/**
 * The secret of a link to one thing, for whoever it is mailed or shown to: made anew at any time, so
 * that it is kept nowhere.
 *
 * @param purpose the sort of thing: a link to one opens no other with the same id.
 */
export async function signLink(
  runtime: Runtime,
  purpose: LinkPurpose,
  id: string,
): Promise<string> {
  const signed = await signText(runtime, `${purpose} ${id}`);
  return `${id}.${Buffer.from(signed, "base64").toString("base64url")}`;
}
type LinkPurpose = "absence" | "account-decision" | "booking-choice" | "content-appeal" | CaseLink;
type CaseLink = `${"review" | "letter"}-${"author" | "report"}` | "reply-author";

/** The id of the thing that a link is to; null when we have not made it. */
export async function readLink(
  runtime: Runtime,
  purpose: LinkPurpose,
  token: string,
): Promise<string | null> {
  const id = /^[0-9a-f-]{36}(?=\.[\w-]{43}$)/.exec(token)?.[0];
  if (!id) return null;
  const [shown, ours] = [Buffer.from(token), Buffer.from(await signLink(runtime, purpose, id))];
  return shown.length === ours.length && timingSafeEqual(shown, ours) ? id : null;
}

/** A login's token with our signature, as the browser keeps it. */
export async function signLogin(runtime: Runtime, token: string): Promise<string> {
  return `${token}.${await signText(runtime, token)}`;
}

/** The token in what a browser shows; null when the signature is not ours. */
export async function readLoginToken(runtime: Runtime, login: string): Promise<string | null> {
  const dot = login.lastIndexOf(".");
  const token = login.slice(0, Math.max(dot, 0));
  const [shown, ours] = [login.slice(dot + 1), signature(token, await secretOf(runtime))];
  if (token === "" || shown.length !== ours.length) return null;
  return timingSafeEqual(Buffer.from(shown), Buffer.from(ours)) ? token : null;
}
