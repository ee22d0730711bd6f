import { redirect } from "react-router";
import { logOutOperator } from "#core/operators/logins/log-in-operator.server.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { operatorContext } from "../../../context.server.ts";
import { operatorLoginHeaders, readOperatorLogin } from "../../../cookies/operator-login.server.ts";
import type { Route } from "./+types/sortie";

export function loader(args: Route.LoaderArgs): Response {
  operatorContext(args);
  return redirect(operatorAddresses.queue);
}

export async function action(args: Route.ActionArgs): Promise<Response> {
  const ctx = operatorContext(args);
  await logOutOperator(ctx, readOperatorLogin(args.request, ctx));
  return redirect(operatorAddresses.logIn, { headers: operatorLoginHeaders(ctx, null) });
}
