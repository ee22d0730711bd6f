import { createContext } from "react-router";
import type { Context } from "#core/context.server.ts";

/**
 * The context that a loader or an action hands to a use case; the server sets it for each request.
 */
export const requestContext = createContext<Context>();

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
  /** False once a part could not be read: no cache keeps such a page. */
  isWhole: boolean;
  /** True once the database could not be reached at all. */
  isDatabaseAway: boolean;
}>();
