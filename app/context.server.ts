import { createContext, data, type RouterContextProvider, redirect } from "react-router";
import type { Announcement } from "#core/announcements/schema.ts";
import type { Actor, Context, Operator } from "#core/context.server.ts";
import type { Missed } from "#core/search/missed/rules.ts";
import * as addresses from "#site/addresses.ts";

/**
 * The context that a loader or an action hands to a use case; the server sets it for each request.
 */
export const requestContext = createContext<Context>();

interface Asked {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/**
 * The same for a page of people who are signed in.
 *
 * @throws a redirect to the login, which leads back, for everybody else.
 */
export function signedInContext({ request, context }: Asked): Context & { actor: Actor } {
  const { actor, ...ctx } = context.get(requestContext);
  if (!actor) throw toLogin(request);
  return { ...ctx, actor };
}

/** The same for a page of professionals; null for everybody else, to whom `NotProfessional` is shown. */
export function professionalContext(
  asked: Asked,
): (Context & { actor: Actor & { professionalId: string } }) | null {
  const ctx = signedInContext(asked);
  const { professionalId } = ctx.actor;
  return professionalId === null ? null : { ...ctx, actor: { ...ctx.actor, professionalId } };
}

/**
 * The same for a page behind the operators' door.
 *
 * @throws 404 for everybody else, as of an address that does not exist (rule: operators-apart).
 */
export function operatorContext({ context }: Pick<Asked, "context">): Context & {
  operator: Operator;
} {
  const { operator, ...ctx } = context.get(requestContext);
  if (!operator) throw data(null, { status: 404 });
  return { ...ctx, operator };
}

/** A redirect to the login, which leads back to the address of this request. */
export function toLogin(request: Request): Response {
  return redirect(addresses.logInThen(ownAddress(request)));
}

/**
 * The address of the page that a request is about, to lead back to. A browser that navigates asks
 * for the page's data, by `.data` behind its address and parameters of React Router's own.
 */
export function ownAddress(request: Request): string {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!pathname.endsWith(".data")) return pathname + search;
  for (const name of ["_routes", "index"]) searchParams.delete(name);
  const path = pathname === "/_.data" ? "/" : pathname.replace(/\.data$/, "");
  return searchParams.size > 0 ? `${path}?${searchParams}` : path;
}

/** Values that only the rendering of the page needs. */
export const pageContext = createContext<{
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** Shown on error pages, so that a visitor can name what went wrong. */
  requestId: string;
  /**
   * Whether a whole document is requested, and not the data of a page that the browser renders
   * itself.
   */
  isDocument: boolean;
  /** The line that stands over every page (rule: announcement). */
  announcement: Announcement | null;
  /** False once a part could not be read: no cache keeps such a page. */
  isWhole: boolean;
  /** A search that the page has made in vain, to be counted (rule: missed-searches). */
  missed: Missed | null;
  /** True once the database could not be reached at all. */
  isDatabaseAway: boolean;
}>();
