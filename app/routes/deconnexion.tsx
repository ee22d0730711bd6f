import { redirect } from "react-router";
import { logOut } from "#core/accounts/log-out.server.ts";
import { requestContext } from "../context.server.ts";
import { cookieHeaders } from "../set-cookie.ts";
import type { Route } from "./+types/deconnexion";

/** An address typed by hand closes nothing: only the button does. */
export function loader() {
  return redirect("/");
}

/** Always ends on /, even if the call fails (S1§2). */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(requestContext);
  try {
    const proof = { cookie: request.headers.get("cookie"), authorization: null };
    const { setCookie } = await logOut(ctx, proof);
    return redirect("/", { headers: cookieHeaders(setCookie) });
  } catch (error) {
    ctx.log.error({ err: error }, "the login could not be closed");
    return redirect("/");
  }
}
