import type { z } from "zod";
import {
  hashSecret,
  matchesHash,
  newId,
  newSecret,
  readShortId,
  shortenId,
} from "#platform/ids.server.ts";
import * as addresses from "#site/addresses.ts";
import { limitByAddress, mayMail } from "../../accounts/limit-logins.server.ts";
import type { Context } from "../../context.server.ts";
import { dayKey } from "../../dates.ts";
import { AppError } from "../../errors.ts";
import { mailboxOf } from "../../mailbox.ts";
import { enqueueMail } from "../../notifications/enqueue-mail.server.ts";
import type { QueuedMail } from "../../notifications/schema.ts";
import { parseInput } from "../../parse.ts";
import { dayLabel } from "../../search/labels.ts";
import { compileConditions, settleDay } from "../compile-conditions.server.ts";
import { addAlert } from "../keep-alert.server.ts";
import { ALERT_LINK_LIFE, MAX_GUEST_ALERTS } from "../rules.ts";
import {
  type Alert,
  type AlertLinkView,
  alertConditions,
  alertLinkInput,
  askerInput,
  guestCode,
  stopInput,
} from "../schema.ts";
import { deleteAlert, listOwn } from "../store.server.ts";
import {
  type AlertLink,
  deleteGuest,
  findAlertLink,
  findGuestOf,
  hasGuest,
  holdGuest,
  insertAlertLink,
  lockGuest,
  takeAlertLink,
} from "./store.server.ts";

/** By the code of the guest's page (rule: guest-alerts). @throws AppError `invalid_token` */
export async function keepGuestAlert(
  ctx: Context,
  { code: typed, ...asked }: { code: string; [condition: string]: unknown },
): Promise<Alert> {
  const { code } = parseInput(guestCode, { code: typed });
  const now = ctx.now();
  const conditions = settleDay(parseInput(alertConditions, asked), now);
  return ctx.db.transaction(async (tx) => {
    const guestId = await lockGuest(tx, readShortId(code));
    if (!guestId) throw new AppError("invalid_token");
    return addAlert(tx, { guestId }, { conditions, now, most: MAX_GUEST_ALERTS });
  });
}

/** Never tells the address (rule: guest-alerts). @throws AppError `invalid_token` */
export async function showGuestAlerts(
  ctx: Context,
  input: z.input<typeof guestCode>,
): Promise<Alert[]> {
  const { code } = parseInput(guestCode, input);
  const guestId = readShortId(code);
  if (!(await hasGuest(ctx.db, guestId))) throw new AppError("invalid_token");
  return listOwn(ctx.db, { guestId });
}

/**
 * Ends one search of a guest, or all; the address goes with the last (rule: guest-alerts).
 * @throws AppError `invalid_input`.
 */
export async function stopGuestAlerts(
  ctx: Context,
  input: z.input<typeof stopInput>,
): Promise<void> {
  const { code, alertId } = parseInput(stopInput, input);
  const guestId = readShortId(code);
  await ctx.db.transaction(async (tx) => {
    if (alertId) await deleteAlert(tx, alertId, { guestId });
    await deleteGuest(tx, guestId, alertId ? "if nothing is kept" : "whatever they keep");
  });
}

/**
 * Proves the mailbox, and signs nobody in (rule: guest-alerts).
 * @throws AppError `invalid_token`
 */
export async function followAlertLink(
  ctx: Context,
  input: z.input<typeof alertLinkInput>,
): Promise<{ code: string }> {
  const { token } = parseInput(alertLinkInput, input);
  const link = await findByToken(ctx, token);
  if (!link) throw new AppError("invalid_token");
  const now = ctx.now();
  const { conditions } = link;
  const { date } = conditions;
  if (date && !dayLabel(date) && date < dayKey(now)) {
    throw new AppError("conflict", { message: "Ce jour est passé. Cherchez-en un autre." });
  }
  return ctx.db.transaction(async (tx) => {
    if (!(await takeAlertLink(tx, link.id, now))) throw new AppError("invalid_token");
    const guestId = await holdGuest(tx, link.email, now);
    await addAlert(tx, { guestId }, { conditions, now, most: MAX_GUEST_ALERTS });
    return { code: shortenId(guestId) };
  });
}

/**
 * Once a day and mailbox; always answers alike (rules: guest-alerts, same-answer).
 * @throws AppError `invalid_input`, also for an unknown place; `rate_limited` by network.
 */
export async function askForAlert(
  ctx: Context,
  { email: typed, ...asked }: { email?: unknown; [condition: string]: unknown },
): Promise<void> {
  const now = ctx.now();
  const { email, conditions } = readAsked(typed, asked, now);
  await limitByAddress(ctx, "alert-link");
  if (!(await mayMail(ctx, "alert-link", email))) return;
  const id = newId();
  const secret = newSecret();
  await ctx.db.transaction(async (tx) => {
    const isFirst = await enqueueMail(ctx, tx, {
      kind: "alert-link",
      reference: `${hashSecret(mailboxOf(email))}:${dayKey(now)}`,
      to: email,
      data: { linkId: id },
      secrets: { token: `${id}.${secret}` },
    });
    if (!isFirst) return;
    await insertAlertLink(tx, {
      ...{ id, secretHash: hashSecret(secret), email, conditions, createdAt: now },
      expiresAt: new Date(now.getTime() + ALERT_LINK_LIFE),
    });
  });
}

function readAsked(typed: unknown, asked: object, now: Date) {
  const address = askerInput.safeParse({ email: typed ?? "" });
  try {
    const settled = settleDay(parseInput(alertConditions, asked), now);
    const { conditions } = compileConditions(settled, now);
    return { ...parseInput(askerInput, { email: typed ?? "" }), conditions };
  } catch (error) {
    const email = address.error?.issues[0]?.message;
    if (!(error instanceof AppError) || !email) throw error;
    throw new AppError("invalid_input", { fields: { ...error.fields, email: [email] } });
  }
}

export async function readAlertLinkMail(ctx: Context, { data, secrets }: QueuedMail<"alert-link">) {
  const link = await findAlertLink(ctx.db, data.linkId, ctx.now());
  if (!link || link.followedAt) return null;
  const followUrl = ctx.config.appUrl + addresses.confirmAlert(secrets.token);
  return { conditions: link.conditions, followUrl };
}

/** Changes nothing, because programs open links too; null once what it kept was stopped. */
export async function readAlertLink(
  ctx: Context,
  input: z.input<typeof alertLinkInput>,
): Promise<AlertLinkView | null> {
  const { token } = parseInput(alertLinkInput, input);
  const link = await findByToken(ctx, token);
  if (!link) return null;
  const guestId = link.followedAt ? await findGuestOf(ctx.db, link.email) : null;
  if (link.followedAt && !guestId) return null;
  const { id, conditions, createdAt } = link;
  return {
    alert: { id, conditions, isPaused: false, createdAt },
    code: guestId && shortenId(guestId),
  };
}

async function findByToken(ctx: Context, token: string): Promise<AlertLink | null> {
  const [, id, secret = ""] = token.match(/^([0-9a-f-]{36})\.([\w-]{43})$/) ?? [];
  const link = id ? await findAlertLink(ctx.db, id, ctx.now()) : null;
  return link && matchesHash(secret, link.secretHash) ? link : null;
}
