import { inBatches } from "#platform/batches.server.ts";
import type { Transaction } from "#platform/postgres.server.ts";
import { limitByAddress, mayMail } from "../accounts/limit-logins.server.ts";
import type { Context } from "../context.server.ts";
import { enqueueMail } from "../notifications/enqueue-mail.server.ts";
import { parseInput } from "../parse.ts";
import {
  giftCardText,
  isGiftCardCall,
  MESSAGE_LIFE,
  type MessageKind,
  withdrawalText,
} from "./rules.ts";
import { contactInput, giftCardCall, giftCardInput, withdrawalInput } from "./schema.ts";
import { deleteMessages, insertMessage, type NewMessage } from "./store.server.ts";

export { dropMessages } from "./store.server.ts";

/** In the caller's transaction; a typed e-mail makes nobody its author. Answers the id. */
export async function storeMessage(
  ctx: Context,
  tx: Transaction,
  message: Omit<NewMessage, "authorId"> & Partial<Pick<NewMessage, "authorId">>,
): Promise<string> {
  const authorId = ctx.actor?.userId ?? null;
  const messageId = await insertMessage(tx, { authorId, ...message }, ctx.now());
  await enqueueMail(ctx, tx, {
    kind: "message-received",
    reference: messageId,
    to: ctx.config.contactTo,
    data: { messageId },
  });
  return messageId;
}

/**
 * Without a subject it must be a gift-card enquiry's text (rule: kept-messages).
 * @throws AppError `rate_limited` by network address.
 */
export async function sendContactMessage(
  ctx: Context,
  input: unknown,
): Promise<{ messageId: string }> {
  const message = isGiftCardCall(input)
    ? { kind: "gift_card" as const, ...parseInput(giftCardCall, input) }
    : { kind: "contact" as const, ...parseInput(contactInput, input) };
  await limitByAddress(ctx, "message");
  const messageId = await ctx.db.transaction((tx) => storeMessage(ctx, tx, message));
  return { messageId };
}

/** For a company (rule: kept-messages). @throws AppError `rate_limited` by network address. */
export async function requestGiftCard(ctx: Context, input: unknown): Promise<void> {
  const enquiry = parseInput(giftCardInput, input);
  await limitByAddress(ctx, "message");
  await ctx.db.transaction((tx) =>
    storeMessage(ctx, tx, {
      kind: "gift_card",
      name: enquiry.contactName,
      email: enquiry.email,
      message: giftCardText(enquiry),
      fields: enquiry,
    }),
  );
}

/** Safe to repeat; returns false when some are left for another turn (rule: retention). */
export function purgeMessages(ctx: Context): Promise<boolean> {
  const now = ctx.now().getTime();
  const lives = Object.entries(MESSAGE_LIFE) as [MessageKind, number][];
  const due = lives.map(([kind, life]) => [kind, new Date(now - life)] as const);
  return inBatches(() => deleteMessages(ctx.db, due));
}

/**
 * Accepts every declaration, with a receipt (code de la consommation, L221-21 and D221-5).
 * @throws AppError `rate_limited` by the sender's network alone.
 */
export async function withdrawFromContract(
  ctx: Context,
  input: unknown,
): Promise<{ messageId: string; email: string; receivedAt: Date; isMailed: boolean }> {
  const { name, email, contract } = parseInput(withdrawalInput, input);
  await limitByAddress(ctx, "withdrawal");
  const isOwn = ctx.actor?.email === email;
  const isMailed = isOwn || (await mayMail(ctx, "withdrawal", email));
  const receivedAt = ctx.now();
  const messageId = await ctx.db.transaction(async (tx) => {
    const id = await storeMessage(ctx, tx, {
      kind: "withdrawal",
      name,
      email,
      message: withdrawalText(contract),
      fields: { contract },
    });
    if (isMailed) {
      await enqueueMail(ctx, tx, {
        kind: "withdrawal-receipt",
        reference: id,
        to: email,
        data: { messageId: id },
      });
    }
    return id;
  });
  return { messageId, email, receivedAt, isMailed };
}
