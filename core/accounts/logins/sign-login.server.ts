import { createHmac, timingSafeEqual } from "node:crypto";
import { newSecret } from "#platform/ids.server.ts";
import type { Executor } from "#platform/postgres.server.ts";
import type { Runtime } from "../../context.server.ts";
import { sharedSecret } from "./store.server.ts";

/* Signed, so that whoever reads the table of logins cannot make one and forgeries cost no query. */

const secrets = new WeakMap<Executor, string>();

async function secretOf({ db }: Signer, over: Executor = db): Promise<string> {
  const secret = secrets.get(db) ?? (await sharedSecret(over, "auth_secret", newSecret()));
  // What a transaction has made may be undone.
  if (over === db) secrets.set(db, secret);
  return secret;
}

const signature = (token: string, secret: string) =>
  createHmac("sha256", secret).update(token).digest("base64");

type Signer = Pick<Runtime, "db">;

/** @param over the caller's transaction, as whoever holds every connection cannot wait for one. */
export async function signText(signer: Signer, text: string, over?: Executor): Promise<string> {
  return signature(text, await secretOf(signer, over));
}

/** Made anew each time, so kept nowhere. @param purpose keeps links to different things apart. */
export async function signLink(signer: Signer, purpose: LinkPurpose, id: string) {
  const signed = await signText(signer, `${purpose} ${id}`);
  return `${id}.${Buffer.from(signed, "base64").toString("base64url")}`;
}
type LinkPurpose =
  | ("absence" | "account-decision" | "booking-choice" | "content-appeal" | "payment-cancel")
  | CaseLink;
type CaseLink = `${"review" | "letter"}-${"author" | "report"}` | "reply-author";

export async function readLink(runtime: Runtime, purpose: LinkPurpose, token: string) {
  const id = /^[0-9a-f-]{36}(?=\.[\w-]{43}$)/.exec(token)?.[0];
  if (!id) return null;
  const [shown, ours] = [Buffer.from(token), Buffer.from(await signLink(runtime, purpose, id))];
  return shown.length === ours.length && timingSafeEqual(shown, ours) ? id : null;
}

export async function signLogin(runtime: Runtime, token: string): Promise<string> {
  return `${token}.${await signText(runtime, token)}`;
}

export async function readLoginToken(runtime: Runtime, login: string): Promise<string | null> {
  const dot = login.lastIndexOf(".");
  const token = login.slice(0, Math.max(dot, 0));
  const [shown, ours] = [login.slice(dot + 1), signature(token, await secretOf(runtime))];
  if (token === "" || shown.length !== ours.length) return null;
  return timingSafeEqual(Buffer.from(shown), Buffer.from(ours)) ? token : null;
}
