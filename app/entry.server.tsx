import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server";
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from "react-router";
import { ServerRouter } from "react-router";
import { loggedPath } from "#platform/log.server.ts";
import { whyUnreachable } from "#platform/postgres.server.ts";
import { pageContext, requestContext } from "./context.server.ts";
import { drawPreloads } from "./parts/layout/preloads.server.tsx";
import { Preloads } from "./parts/layout/use-preloads.ts";

/** Milliseconds. */
export const streamTimeout = 5_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: Readonly<RouterContextProvider>,
) {
  headers.set("content-type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });

  const { nonce } = context.get(pageContext);
  let rendered = false;
  let failure: { error: unknown } | undefined;
  // `AbortSignal.timeout` would keep the page in memory for all that time.
  const givingUp = new AbortController();
  const late = () => givingUp.abort(new Error("the page took too long"));
  const timer = setTimeout(late, streamTimeout + 1_000);
  const whole = () => clearTimeout(timer);
  const body = await renderToReadableStream(
    <Preloads value={drawPreloads(routerContext)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </Preloads>,
    {
      nonce,
      // A long list that is ready must not wait behind its fallback for a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: givingUp.signal,
      onError(error: unknown) {
        // Errors before the shell reach handleError; later ones would be lost.
        if (rendered) context.get(requestContext).log.error({ err: error }, "render failed");
        else failure = { error };
      },
    },
  ).catch((error: unknown) => {
    whole();
    throw error;
  });
  body.allReady.then(whole, whole);
  rendered = true;
  if (failure) {
    // In a boundary of its own, a screen fails alone: browsers would draw it again, in vain.
    await body.cancel();
    throw failure.error;
  }
  const agent = request.headers.get("user-agent");
  if (agent && isbot(agent)) await body.allReady;
  return new Response(body, { status, headers });
}

/** Aborted requests are not errors. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return;
  const routerContext = context as Readonly<RouterContextProvider>;
  if (whyUnreachable(error) !== null) routerContext.get(pageContext).isDatabaseAway = true;
  const ctx = routerContext.get(requestContext);
  ctx.log.error({ err: error, path: loggedPath(new URL(request.url).pathname) }, "page failed");
};
