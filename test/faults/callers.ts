import { eq } from "drizzle-orm";
import { signLogin } from "#core/accounts/logins/sign-login.server.ts";
import { makeTokens } from "#core/accounts/tokens/issue-tokens.server.ts";
import { insertFamily } from "#core/accounts/tokens/store.server.ts";
import type { Context } from "#core/context.server.ts";
import { HOUR } from "#core/durations.ts";
import {
  logins,
  professionalSubscriptions,
  profiles,
  temporaryPasswords,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import { cookieWith } from "#test/make/browser.ts";
import { makeProfessional, makeUser } from "#test/make/people.ts";

/** Everybody who can ask for something over the network; what is asked for is the owner's. */
export const CALLERS = [
  /** A visitor without a login. */
  "visitor",
  /** Has booked the offering of the row. */
  "client",
  /** A client like any other. */
  "stranger",
  /** Signed up as a professional, without a professional profile. */
  "bare",
  /** A professional who cannot be paid. */
  "unpaid",
  /** Premium: may create activities. */
  "owner",
  /** A professional on no plan, who can be paid. */
  "rival",
  /** A professional whom the operator closed, with a login from before. */
  "suspended",
  /** Logged in with a temporary password. */
  "temporary",
] as const;
export type Caller = (typeof CALLERS)[number];

export interface Member {
  userId: string;
  email: string;
  professionalId: string | null;
  accountId: string | null;
  cookie: string;
}
export type Cast = Record<Exclude<Caller, "visitor">, Member>;

/** Of each of them. */
export const PASSWORD = "parenthese";

/** One of each, signed in, whatever has happened to them since. */
export async function makeCast(ctx: Context): Promise<Cast> {
  const { db } = ctx;
  const professional = async (user: { id: string }, payments = true) => {
    const stripeConnectAccountId = payments ? `acct_${user.id.slice(-12)}` : null;
    return makeProfessional(db, { user, payments, stripeConnectAccountId });
  };
  const member = async (isPro: boolean, payments?: boolean): Promise<Member> => {
    const user = await makeUser(db, { isPro, isClient: true, password: PASSWORD });
    const own = payments === undefined ? null : await professional(user, payments);
    return {
      userId: user.id,
      email: user.email,
      professionalId: own?.id ?? null,
      accountId: own?.stripeConnectAccountId ?? null,
      cookie: await logIn(ctx, user.id),
    };
  };
  const cast: Cast = {
    client: await member(false),
    stranger: await member(false),
    bare: await member(true),
    unpaid: await member(true, false),
    owner: await member(true, true),
    rival: await member(true, true),
    suspended: await member(true, true),
    temporary: await member(false),
  };
  await db.insert(professionalSubscriptions).values({
    id: newId(),
    userId: cast.owner.userId,
    planType: "premium",
    status: "active",
    createdAt: ctx.now(),
  });
  await db
    .update(profiles)
    .set({ canCreateActivities: true })
    .where(eq(profiles.id, cast.owner.userId));
  await db
    .update(profiles)
    .set({ accountStatus: "suspended" })
    .where(eq(profiles.id, cast.suspended.userId));
  const expiresAt = new Date(ctx.now().getTime() + HOUR);
  await db.insert(temporaryPasswords).values({ userId: cast.temporary.userId, expiresAt });
  return cast;
}

/** A cookie of theirs, without the hashing of a password. */
async function logIn(ctx: Context, userId: string): Promise<string> {
  const token = newId();
  const expiresAt = new Date(ctx.now().getTime() + 86_400_000 * 30);
  const id = newId();
  await ctx.db.insert(logins).values({ id, userId, token, userAgent: "Essai/1.0", expiresAt });
  return cookieWith(ctx, await signLogin(ctx, token));
}

/** The token of a program that acts for them. */
export async function openToken(ctx: Context, { userId }: Member): Promise<string> {
  const family = { userId, userAgent: null, createdAt: ctx.now() };
  const { accessToken } = await ctx.db.transaction(async (tx) =>
    makeTokens(ctx, tx, userId, await insertFamily(tx, family)),
  );
  return accessToken;
}
