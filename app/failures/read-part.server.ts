import type { RouterContextProvider } from "react-router";
import { isAppError } from "#core/errors.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { pageContext, requestContext } from "../context.server.ts";

/** Logs a failure and answers null; thrown answers pass (rule: keep-the-page). */
export async function readPart<T>(
  context: Readonly<RouterContextProvider>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error) || isAppError(error)) throw error;
    context.get(requestContext).log.error({ err: error }, `the page stands without its ${name}`);
    const page = context.get(pageContext);
    page.isWhole = false;
    page.isDatabaseAway ||= whyUnreachable(error) !== null;
    return null;
  }
}

/** Fails for a page that a browser already shows, and answers null for a document. */
export function readList<T>(
  context: Readonly<RouterContextProvider>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  return context.get(pageContext).isDocument ? readPart(context, name, read) : read();
}
