import * as addresses from "#site/addresses.ts";
import type { Context } from "../../context.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import type { AlertConditions } from "../schema.ts";
import { findAlertLink } from "./store.server.ts";

/** The data of the mail with the link that keeps a guest's search. */
export interface AlertLinkMail {
  conditions: AlertConditions;
  followUrl: string;
}

/** Null once the link has expired or was followed. */
export async function readAlertLinkMail(
  ctx: Context,
  { data, secrets }: QueuedMail<"alert-link">,
): Promise<AlertLinkMail | null> {
  const link = await findAlertLink(ctx.db, data.linkId, ctx.now());
  if (!link || link.followedAt) return null;
  return {
    conditions: link.conditions as unknown as AlertConditions,
    followUrl: ctx.config.appUrl + addresses.confirmAlert(secrets.token),
  };
}
