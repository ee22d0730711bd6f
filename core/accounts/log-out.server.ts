import type { Context } from "../context.server.ts";
import { authOf } from "./configure-auth.server.ts";
import { bearerOf, type Proof } from "./resolve-actor.server.ts";
import { revokeFamilyOf } from "./store.server.ts";

/**
 * Closes the login of a browser, or the token family of an API client. A login that is lost or
 * was never there is no error.
 *
 * @returns `Set-Cookie` values that clear the login cookie.
 */
export async function logOut(ctx: Context, proof: Proof): Promise<{ setCookie: string[] }> {
  const auth = await authOf(ctx);
  const bearer = bearerOf(proof);
  if (bearer) await revokeFamilyOf(ctx.db, bearer, ctx.now());
  const { headers } = await auth.api.signOut({
    headers: new Headers({ cookie: proof.cookie ?? "" }),
    returnHeaders: true,
  });
  return { setCookie: headers.getSetCookie() };
}
