import { type BetterAuthPlugin, betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";
import { newId, newSecret } from "#platform/ids.server.ts";
import type { Database } from "#platform/postgres.server.ts";
import type { Runtime } from "../context.server.ts";
import { credentials, logins, users, verifications } from "../tables.server.ts";
import { LOGIN_COOKIE, LOGIN_SECONDS, PASSWORD_MIN } from "./rules.ts";
import { sharedSecret } from "./store.server.ts";

/*
 * Better Auth keeps logins: their rows, their signed cookie, its renewal, closing. Its HTTP handler is
 * never mounted, and passwords are hashed in threads of ours, in its format. Its own sign-up,
 * confirmation and reset make an account before anybody has proved to own the mailbox and know nothing
 * of temporary passwords, so those rules (rules: mailbox-proof, guest-account) are our use cases.
 */

const loginEnd = (now: Date) => new Date(now.getTime() + LOGIN_SECONDS * 1000);

const loginBody = z.object({
  userId: z.string(),
  /** The browser's own name, by which the owner recognises their logins. */
  userAgent: z.string().nullable(),
  now: z.date(),
});

/** Endpoints that only this process can call, for tasks that the library has no function for. */
const loginEndpoints = {
  id: "logins",
  endpoints: {
    /** Opens a login for a user whose identity a use case has just proved. */
    openLogin: createAuthEndpoint.serverOnly({ method: "POST", body: loginBody }, async (c) => {
      const { internalAdapter } = c.context;
      const { userId, userAgent, now } = c.body;
      const user = await internalAdapter.findUserById(userId);
      const times = { createdAt: now, updatedAt: now, expiresAt: loginEnd(now) };
      const row = { userAgent, ...times };
      const login = await internalAdapter.createSession(userId, false, row, true);
      if (!user || !login) throw new Error("the login could not be opened");
      await setSessionCookie(c, { session: login, user });
      return { loginId: login.id };
    }),
    /**
     * Lets a login that is alive end later, and its cookie with it. The library's own renewal reads
     * the machine's clock, while every other question about a login is asked of ours.
     */
    renewLogin: createAuthEndpoint.serverOnly(
      {
        method: "POST",
        requireHeaders: true,
        body: z.object({ token: z.string(), now: z.date() }),
      },
      async (c) => {
        const { internalAdapter } = c.context;
        const { token, now } = c.body;
        const times = { updatedAt: now, expiresAt: loginEnd(now) };
        await internalAdapter.updateSession(token, times);
        const found = await internalAdapter.findSession(token);
        // A login that was closed at this very moment stays closed.
        if (found) await setSessionCookie(c, found, false);
      },
    ),
    /** The token inside the login cookie, if its signature is ours. */
    readLoginToken: createAuthEndpoint.serverOnly(
      { method: "GET", requireHeaders: true },
      async (c) => {
        const { name } = c.context.authCookies.sessionToken;
        return (await c.getSignedCookie(name, c.context.secret)) || null;
      },
    ),
  },
} satisfies BetterAuthPlugin;

function configure(runtime: Runtime, secret: string) {
  const { log } = runtime;
  return betterAuth({
    baseURL: runtime.config.appUrl,
    secret,
    database: drizzleAdapter(runtime.db, {
      provider: "pg",
      schema: { user: users, session: logins, account: credentials, verification: verifications },
    }),
    session: { expiresIn: LOGIN_SECONDS },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: PASSWORD_MIN,
    },
    // Our limits are in PostgreSQL and count for every door (rule: login-limits).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: {
      level: "warn",
      log: (level, message, ...details) =>
        log[level === "error" ? "error" : "warn"]({ details }, message),
    },
    advanced: {
      // The cookie is HttpOnly and SameSite=Lax by default, Secure with the `__Secure-` name here.
      useSecureCookies: runtime.config.appUrl.startsWith("https:"),
      cookies: { session_token: { name: LOGIN_COOKIE } },
      ipAddress: { disableIpTracking: true },
      database: { generateId: newId },
    },
    plugins: [loginEndpoints],
  });
}

export type Auth = ReturnType<typeof configure>;

const instances = new WeakMap<Database, Promise<Auth>>();

/** The process's Better Auth; its secret is made once and shared through the database. */
export function authOf(runtime: Runtime): Promise<Auth> {
  let auth = instances.get(runtime.db);
  if (!auth) {
    auth = sharedSecret(runtime.db, "auth_secret", newSecret()).then((secret) =>
      configure(runtime, secret),
    );
    // A database that was away must not be remembered as a failure.
    auth.catch(() => instances.delete(runtime.db));
    instances.set(runtime.db, auth);
  }
  return auth;
}
