import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import type { Announcement } from "#core/announcements/schema.ts";
import type { Actor, Context, Operator } from "#core/context.server.ts";
import type { Missed } from "#core/search/missed/rules.ts";
import * as addresses from "#site/addresses.ts";

export const requestContext = createContext<Context>();

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** @throws a redirect to the login, which leads back, for visitors. */
export function signedInContext({ request, context }: Asked): Context & { actor: Actor } {
  const { actor, ...ctx } = context.get(requestContext);
  if (!actor) throw toLogin(request);
  return { ...ctx, actor };
}

/** Null for everybody but professionals. */
export function professionalContext(
  asked: Asked,
): (Context & { actor: Actor & { professionalId: string } }) | null {
  const ctx = signedInContext(asked);
  const { professionalId } = ctx.actor;
  return professionalId === null ? null : { ...ctx, actor: { ...ctx.actor, professionalId } };
}

/** @throws 404 for everybody else, as of an address that does not exist (rule: operators-apart). */
export function operatorContext({ context }: Pick<Asked, "context">): Context & {
  operator: Operator;
} {
  const { operator, ...ctx } = context.get(requestContext);
  if (!operator) throw data(null, { status: 404 });
  return { ...ctx, operator };
}

export function toLogin(request: Request): Response {
  return redirect(addresses.logInThen(ownAddress(request)));
}

/** Removes `.data` and React Router's own parameters. */
export function ownAddress(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!pathname.endsWith(".data")) return pathname + search;
  for (const name of ["_routes", "index"]) searchParams.delete(name);
  const path = pathname === "/_.data" ? "/" : pathname.replace(/\.data$/, "");
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}

export const pageContext = createContext<{
  nonce: string;
  requestId: string;
  /** False when only the data of a page is requested. */
  isDocument: boolean;
  /** The line that stands over every page (rule: announcement). */
  announcement: Announcement | null;
  /** False once a part could not be read: no cache keeps such a page. */
  isWhole: boolean;
  /** To be counted (rule: missed-searches). */
  missed: Missed | null;
  isDatabaseAway: boolean;
}>();
