import type { Context } from "../../context.server.ts";
import { revokeFamilyOf } from "../tokens/store.server.ts";
import { bearerOf, type Proof } from "./resolve-actor.server.ts";
import { readLoginToken } from "./sign-login.server.ts";
import { deleteLogin } from "./store.server.ts";

/**
 * Closes the login of a browser, or the token family of an API client. A login that is lost or
 * was never there is no error; one that cannot be closed is in the log, as the browser forgets it all
 * the same.
 */
export async function logOut(ctx: Context, proof: Proof): Promise<void> {
  const bearer = bearerOf(proof);
  if (bearer) await revokeFamilyOf(ctx.db, bearer, ctx.now());
  if (!proof.login) return;
  try {
    const token = await readLoginToken(ctx, proof.login);
    if (token) await deleteLogin(ctx.db, token);
  } catch (error) {
    ctx.log.error({ err: error }, "a login could not be closed");
  }
}
