import type { IncomingMessage } from "node:http";
import { createMiddleware } from "hono/factory";
import { isbot } from "isbot";
import type { ViewCounter } from "#core/figures/count-views.server.ts";
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

/** The offering that somebody looks at; null for robots, forms, failures and pages fetched ahead. */
export function seenOffering({ method, path, status, userAgent, purpose }: Look): string | null {
  if (method !== "GET" || status !== 200 || purpose?.includes("prefetch")) return null;
  const id = OFFERING.exec(path)?.[1];
  return id && !isbot(userAgent) ? id : null;
}

/** Counts the views of pages that are made for one visitor (rule: figures). */
export function countOwnViews(views: ViewCounter) {
  return createMiddleware<SiteEnv>(async (c, next) => {
    await next();
    // A rendering of a shared page is looked at by those who are answered with it.
    if (!c.env.incoming) return;
    const { method, path } = c.req;
    const look = { userAgent: c.req.header("user-agent"), purpose: c.req.header("sec-purpose") };
    const id = seenOffering({ method, path, status: c.res.status, ...look });
    if (id) views.note(id, c.get("ctx").actor?.professionalId ?? null);
  });
}

/** The same of pages that all visitors share. */
export function countSharedViews(views: ViewCounter) {
  return ({ method, address, status }: SharedAnswer, { headers }: IncomingMessage) => {
    const [path = ""] = address.split("?");
    const purpose = headers["sec-purpose"];
    const look = { userAgent: headers["user-agent"], purpose: purpose?.toString() };
    const id = seenOffering({ method, path, status, ...look });
    if (id) views.note(id, null);
  };
}
