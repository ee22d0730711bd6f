import type { Context } from "../context.server.ts";
import { AppError } from "../errors.ts";
import type { DemoMail } from "./schema.ts";
import { newestDemoMails } from "./store.server.ts";

const SHOWN = 500;

/** Newest first. @throws AppError `not_found` outside the demo: nobody may read real mail here. */
export async function listDemoMails(ctx: Context, to?: string): Promise<DemoMail[]> {
  if (!ctx.config.demo) throw new AppError("not_found");
  return newestDemoMails(ctx.db, SHOWN, to);
}
