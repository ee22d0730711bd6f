import { createContext } from "react-router";
import type { Context } from "#core/context.server.ts";

/** What a loader or an action hands to a use case; the server sets it for each request. */
export const requestContext = createContext<Context>();

/** What only the rendering of the page needs. */
export const pageContext = createContext<{
  /** The nonce of this response's Content-Security-Policy. */
  nonce: string;
  /** Shown on error pages, so that a visitor can name what went wrong. */
  requestId: string;
  /** Whether a whole document is asked for, not the data of a page that the browser draws itself. */
  isDocument: boolean;
  /** False once a part could not be read: such a page is kept by nobody. */
  isWhole: boolean;
  /** True once the database could not be asked at all. */
  isDatabaseAway: boolean;
}>();
