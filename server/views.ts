import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import { isbot } from "isbot";
import type { ViewCounter } from "#core/figures/count-views.server.ts";
import type { MissCounter } from "#core/search/missed/count-missed.server.ts";
import type { createAddressReader } from "#platform/http/client-address.server.ts";
import type { SharedAnswer } from "#platform/http/page-cache.server.ts";
import { UUID } from "#platform/uuid.ts";
import type { SiteEnv } from "./env.ts";

/** The page of an offering, or its data for a browser that navigates. */
const OFFERING = new RegExp(`^/(?:sessions?|activites)/(${UUID})(?:\\.data)?$`);

interface Look {
  method: string;
  path: string;
  status: number;
  userAgent: string | undefined;
  /** The browser's own word for why it asks: « prefetch » is not somebody who looks. */
  purpose: string | undefined;
}

/** Whether a page was shown to somebody; not to robots, after forms, by failures or fetched ahead. */
function isShown({ method, status, userAgent, purpose }: Look): boolean {
  return method === "GET" && status === 200 && !purpose?.includes("prefetch") && !isbot(userAgent);
}

/**
 * Whether somebody comes to a page from elsewhere: the browser says so itself (Fetch Metadata), and
 * navigates to a page rather than asking for its data.
 */
export function isVisit(
  look: Look & { dest: string | undefined; from: string | undefined },
): boolean {
  return look.dest === "document" && look.from !== "same-origin" && isShown(look);
}

/** The offering that somebody looks at; null where nobody looks at one. */
export function seenOffering(look: Look): string | null {
  const id = OFFERING.exec(look.path)?.[1];
  return id && isShown(look) ? id : null;
}

/** The counts of what visitors do, who are not known. */
export interface Counters {
  views: ViewCounter;
  misses: MissCounter;
}

/**
 * Counts the views of pages that are made for one visitor (rule: figures), visits among them, and
 * searches that found nothing (rule: missed-searches).
 *
 * @param isPublic whether everybody else would share the page at this address.
 */
export function countOwnViews({ views, misses }: Counters, isPublic: (url: string) => boolean) {
  return createMiddleware<SiteEnv>(async (c, next) => {
    await next();
    const { requestId, address, actor } = c.get("ctx");
    const missed = c.get("missed");
    if (missed) misses.rendered(requestId, missed);
    // A rendering of a shared page is looked at by those who are answered with it.
    if (!c.env.incoming) return;
    const { method, path } = c.req;
    const purpose = c.req.header("sec-purpose");
    const userAgent = c.req.header("user-agent");
    const look = { method, path, status: c.res.status, userAgent, purpose };
    const id = seenOffering(look);
    if (id) views.note(id, actor?.professionalId ?? null);
    const dest = c.req.header("sec-fetch-dest");
    const from = c.req.header("sec-fetch-site");
    if (isVisit({ ...look, dest, from }) && isPublic(path)) views.noteVisit();
    if (missed && address && isShown(look)) misses.note(requestId, address);
  });
}

/** The same of pages that all visitors share. */
export function countSharedViews(
  { views, misses }: Counters,
  readAddress: ReturnType<typeof createAddressReader>,
) {
  return ({ method, address, status, renderId }: SharedAnswer, incoming: IncomingMessage) => {
    const [path = ""] = address.split("?");
    const { headers } = incoming;
    const purpose = headers["sec-purpose"]?.toString();
    const look = { method, path, status, userAgent: headers["user-agent"], purpose };
    const id = seenOffering(look);
    if (id) views.note(id, null);
    const dest = headers["sec-fetch-dest"]?.toString();
    const from = headers["sec-fetch-site"]?.toString();
    if (isVisit({ ...look, dest, from })) views.noteVisit();
    if (isShown(look)) misses.note(renderId, readAddress(incoming).address);
  };
}
