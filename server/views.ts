import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import { isbot } from "isbot";
import type { ViewCounter } from "#core/figures/count-and-show-figures.server.ts";
import type { MissCounter } from "#core/search/missed/count-missed.server.ts";
import type { createAddressReader } from "#platform/http/client-address.server.ts";
import type { SharedAnswer } from "#platform/http/page-cache.server.ts";
import { UUID } from "#platform/uuid.ts";
import type { SiteEnv } from "./env.ts";

const OFFERING = new RegExp(`^/(?:sessions?|activites)/(${UUID})(?:\\.data)?$`);

interface Look {
  method: string;
  path: string;
  status: number;
  userAgent: string | undefined;
  /** « prefetch » is no view. */
  purpose: string | undefined;
}

function isShown({ method, status, userAgent, purpose }: Look): boolean {
  return method === "GET" && status === 200 && !purpose?.includes("prefetch") && !isbot(userAgent);
}

/** Counts arrivals from elsewhere by Fetch Metadata, for pages and not their data. */
export function isVisit(
  look: Look & { dest: string | undefined; from: string | undefined },
): boolean {
  return look.dest === "document" && look.from !== "same-origin" && isShown(look);
}

export function seenOffering(look: Look): string | null {
  const id = OFFERING.exec(look.path)?.[1];
  return id && isShown(look) ? id : null;
}

export interface Counters {
  views: ViewCounter;
  misses: MissCounter;
}

/** Counts unshared views (rule: figures), visits and missed searches (rule: missed-searches). */
export function countOwnViews({ views, misses }: Counters, isPublic: (url: string) => boolean) {
  return createMiddleware<SiteEnv>(async (c, next) => {
    await next();
    const { requestId, address, actor } = c.get("ctx");
    const missed = c.get("missed");
    if (missed) misses.rendered(requestId, missed);
    // A shared rendering counts for those answered with it.
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
    misses.note(requestId, () => (isShown(look) ? address : null));
  });
}

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
    misses.note(renderId, () => (isShown(look) ? readAddress(incoming).address : null));
  };
}
