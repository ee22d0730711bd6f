import { newId } from "#platform/ids.server.ts";
import {
  type Creation,
  type CreationOptions,
  challengeOf,
  creationOptions,
  type Passkey,
  verifyCreation,
} from "#platform/passkeys.server.ts";
import type { Context } from "../../context.server.ts";
import { AppError } from "../../errors.ts";
import { parseInput } from "../../parse.ts";
import { site } from "../../site.ts";
import { recordAct } from "../acts/record-act.server.ts";
import { canReadTotp } from "../logins/totp-secrets.server.ts";
import {
  CHALLENGE_LIFE,
  isFresh,
  isLastWayIn,
  MAX_PASSKEYS,
  requireOperatorAtScreen,
} from "../rules.ts";
import { creationInput, passkeyInput, passkeyNameInput } from "./schema.ts";
import {
  countRecoveryCodes,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockOperator,
  readOperator,
  takeChallenge,
} from "./store.server.ts";

/**
 * The name is judged before the device makes anything (rule: passkeys).
 * @throws AppError `forbidden` by a login that is not fresh, `conflict` at the most there may be.
 */
export async function offerPasskey(ctx: Context, input: unknown): Promise<CreationOptions> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  parseInput(passkeyNameInput, input);
  const now = ctx.now();
  if (!isFresh(login, now)) {
    const message =
      "Pour ajouter une clé d'accès, votre connexion doit dater de moins de 15 minutes : sortez, et entrez de nouveau.";
    throw new AppError("forbidden", { message });
  }
  const known = await listPasskeys(ctx.db, operatorId);
  refuseOneMore(known);
  const { name, email } = await readOperator(ctx.db, operatorId);
  const options = await creationOptions(
    ctx.config.appUrl,
    { id: operatorId, name, email },
    { siteName: `${site.name} — Opérateurs`, known, milliseconds: CHALLENGE_LIFE },
  );
  const expiresAt = new Date(now.getTime() + CHALLENGE_LIFE);
  await insertChallenge(ctx.db, { challenge: options.challenge, operatorId, expiresAt });
  return options;
}

/**
 * @throws AppError `invalid_credentials` for a wrong answer or no challenge of theirs, `conflict`
 * when somebody has it or at the most there may be.
 */
export async function addPasskey(ctx: Context, input: unknown): Promise<void> {
  const { operatorId } = requireOperatorAtScreen(ctx);
  const { name, credential } = parseInput(creationInput, input);
  const made = await verify(ctx, operatorId, credential);
  const id = newId();
  await ctx.db.transaction(async (tx) => {
    await lockOperator(tx, operatorId);
    refuseOneMore(await listPasskeys(tx, operatorId));
    const isNew = await insertPasskey(tx, { ...made, id, operatorId, name, createdAt: ctx.now() });
    if (!isNew) {
      throw new AppError("conflict", { message: "Cette clé d'accès est déjà enregistrée." });
    }
    const object = { kind: "operator" as const, id: operatorId };
    await recordAct(ctx, tx, { act: "passkey_added", object, after: { passkey: id, name } });
  });
}

async function verify(
  ctx: Context,
  operatorId: string,
  credential: Creation,
): Promise<Passkey & { counter: number }> {
  const refusal = new AppError("invalid_credentials", {
    message: "Cette clé d'accès n'a pas pu être vérifiée, ou la demande a expiré. Réessayez.",
  });
  const challenge = challengeOf(credential);
  if (challenge === null) throw refusal;
  if (!(await takeChallenge(ctx.db, { challenge, operatorId, now: ctx.now() }))) throw refusal;
  try {
    return await verifyCreation(ctx.config.appUrl, credential, challenge);
  } catch (error) {
    ctx.log.warn({ why: String(error), operatorId }, "a new passkey was refused");
    throw refusal;
  }
}

function refuseOneMore(known: readonly unknown[]): void {
  if (known.length < MAX_PASSKEYS) return;
  throw new AppError("conflict", { message: `${MAX_PASSKEYS} clés d'accès au plus.` });
}

/** Answers whether the asking login ended too. @throws AppError `conflict` for the last way in. */
export async function removePasskey(ctx: Context, input: unknown): Promise<boolean> {
  const { operatorId, login } = requireOperatorAtScreen(ctx);
  const { passkeyId } = parseInput(passkeyInput, input);
  return ctx.db.transaction(async (tx) => {
    const operator = await lockOperator(tx, operatorId);
    const passkeys = await listPasskeys(tx, operatorId);
    const gone = passkeys.find(({ id }) => id === passkeyId);
    if (!gone) throw new AppError("not_found");
    const ways = {
      passkeys: passkeys.length,
      canReadDigits: canReadTotp(ctx, operator),
      recoveryCodes: await countRecoveryCodes(tx, operatorId),
    };
    if (isLastWayIn(ways)) {
      const message =
        "C'est votre seul moyen d'entrer : vos six chiffres ne peuvent pas être vérifiés et aucun code de secours ne vous reste.";
      throw new AppError("conflict", { message });
    }
    await deletePasskey(tx, passkeyId);
    const object = { kind: "operator" as const, id: operatorId };
    const before = { passkey: passkeyId, name: gone.name };
    await recordAct(ctx, tx, { act: "passkey_removed", object, before });
    return login?.passkeyId === passkeyId;
  });
}
