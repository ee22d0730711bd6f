import type { RouterContextProvider } from "react-router";
import { isAppError } from "#core/errors.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { pageContext, requestContext } from "../context.server.ts";

/**
 * Reads a part that a page can do without. When that fails, the failure is logged and the part is
 * null, so that the rest of the page stands (rule: keep-the-page). Answers meant for the visitor (a
 * thrown 404, an error of the business) still end the page.
 *
 * @param name of the part, in the log.
 * @param read starts the reading, which therefore never runs before somebody listens to it.
 */
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

/**
 * Reads the list that a page is about. When a browser already shows a page, a failed read fails,
 * and that page stays; a document has none to keep, and stands without its list.
 *
 * @param name of the list, in the log.
 */
export function readList<T>(
  context: Readonly<RouterContextProvider>,
  name: string,
  read: () => Promise<T>,
): Promise<T | null> {
  return context.get(pageContext).isDocument ? readPart(context, name, read) : read();
}
