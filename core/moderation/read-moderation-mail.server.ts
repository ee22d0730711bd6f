import * as addresses from "#site/addresses.ts";
import { signLink } from "../accounts/logins/sign-login.server.ts";
import type { Context } from "../context.server.ts";
import { formatLongDate } from "../dates.ts";
import type { QueuedMail } from "../notifications/schema.ts";
import { BASIS_WORDS } from "./labels.ts";
import { findContent } from "./published/store.server.ts";
import { APPEAL_TIME, type Measure, type Origin } from "./rules.ts";
import { findDecision, findReport, readOrigin } from "./store.server.ts";

export interface ReportReceivedMail {
  title: string;
  text: string;
  contactUrl: string;
}

export async function readReportReceivedMail(
  ctx: Context,
  { data }: QueuedMail<"content-report-received">,
): Promise<ReportReceivedMail | null> {
  const report = await findReport(ctx.db, data.reportId);
  if (!report || report.decisionId) return null;
  const content = await findContent(ctx.db, report.offeringId ?? report.professionalId);
  if (!content) return null;
  const contactUrl = ctx.config.appUrl + addresses.contact;
  return { title: content.title, text: report.text, contactUrl };
}

export interface ContentDecisionMail {
  title: string;
  measure: Measure;
  /** Null where nothing is wrong. */
  basis: string | null;
  facts: string;
  origin: Origin;
  due: string | null;
  until: string;
  contestUrl: string;
}

export async function readContentDecisionMail(
  ctx: Context,
  { data }: QueuedMail<"content-decided" | "content-report-decided">,
): Promise<ContentDecisionMail | null> {
  const decision = await findDecision(ctx.db, data.decisionId);
  const content =
    decision && (await findContent(ctx.db, decision.offeringId ?? decision.professionalId));
  if (!decision || !content) return null;
  const { measure, basis, facts, dueAt, decidedAt } = decision;
  return {
    ...{ title: content.title, measure, basis: basis && BASIS_WORDS[basis], facts },
    origin: await readOrigin(ctx.db, decision),
    due: dueAt && formatLongDate(dueAt),
    until: formatLongDate(new Date(decidedAt.getTime() + APPEAL_TIME)),
    contestUrl:
      ctx.config.appUrl + addresses.contest(await signLink(ctx, "content-appeal", data.appealId)),
  };
}
