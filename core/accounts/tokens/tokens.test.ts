import { describe, expect } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { contradict, dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { purgeExpired } from "../../privacy/apply-retention.server.ts";
import { profiles, tokens } from "../../tables.server.ts";
import { logOut, resolveActor } from "../logins/log-in.server.ts";
import { issueTokens, refreshTokens } from "./issue-tokens.server.ts";

const camille = { email: "camille@example.fr", password: "parenthese" };
const START = new Date("2026-11-20T09:00:00Z").getTime();
const HOUR = 3_600_000;

const bearer = (token: string) => ({ login: null, authorization: `Bearer ${token}` });

describe("API tokens", () => {
  dataTest("an access token acts for an hour", async ({ db }) => {
    const user = await makeUser(db, camille);
    let now = START;
    const ctx = makeContext(db, { now: () => new Date(now) });
    const issued = await issueTokens(ctx, camille);
    expect(issued).toMatchObject({ expiresIn: 3_600, user: { id: user.id, email: camille.email } });
    const whoIs = async (token: string) =>
      (await resolveActor(ctx, bearer(token))).actor?.userId ?? null;
    expect(await whoIs(issued.accessToken)).toBe(user.id);
    expect(await whoIs(issued.refreshToken)).toBeNull();
    expect(await whoIs(`${issued.accessToken}x`)).toBeNull();
    now += HOUR - 1;
    expect(await whoIs(issued.accessToken)).toBe(user.id);
    now += 1;
    expect(await whoIs(issued.accessToken)).toBeNull();
  });

  dataTest("a wrong password issues nothing", async ({ db }) => {
    await makeUser(db, camille);
    const attempt = issueTokens(makeContext(db), { ...camille, password: "faux" });
    await expect(attempt).rejects.toMatchObject({ code: "invalid_credentials" });
    expect(await db.select().from(tokens)).toEqual([]);
  });

  dataTest("refreshing rotates: each refresh token works once", async ({ db }) => {
    const user = await makeUser(db, camille);
    const ctx = makeContext(db);
    let { refreshToken } = await issueTokens(ctx, camille);
    const seen = new Set([refreshToken]);
    for (let i = 0; i < 3; i++) {
      const renewed = await refreshTokens(ctx, { refreshToken });
      refreshToken = renewed.refreshToken;
      seen.add(refreshToken);
      const { actor } = await resolveActor(ctx, bearer(renewed.accessToken));
      expect(actor?.userId).toBe(user.id);
    }
    expect(seen.size).toBe(4);
  });

  dataTest("one that comes twice ends its family, and no other", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db);
    const stolen = await issueTokens(ctx, camille);
    const other = await issueTokens(ctx, camille);
    const renewed = await refreshTokens(ctx, stolen);
    await expect(refreshTokens(ctx, stolen)).rejects.toMatchObject({ code: "invalid_token" });
    await expect(refreshTokens(ctx, renewed)).rejects.toMatchObject({ code: "invalid_token" });
    expect((await resolveActor(ctx, bearer(renewed.accessToken))).actor).toBeNull();
    expect((await resolveActor(ctx, bearer(other.accessToken))).actor).not.toBeNull();
    expect((await refreshTokens(ctx, other)).user.email).toBe(camille.email);
  });

  dataTest("of ten uses at once at most one gets tokens, and the family ends", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db);
    const issued = await issueTokens(ctx, camille);
    const uses = await Promise.allSettled(
      Array.from({ length: 10 }, () => refreshTokens(ctx, issued)),
    );
    const won = uses.filter((use) => use.status === "fulfilled");
    expect(won).toHaveLength(1);
    expect((await resolveActor(ctx, bearer(won[0]?.value.accessToken ?? ""))).actor).toBeNull();
  });

  dataTest("logging out ends the family of the token that asks", async ({ db }) => {
    await makeUser(db, camille);
    const ctx = makeContext(db);
    const issued = await issueTokens(ctx, camille);
    await logOut(ctx, bearer(issued.accessToken));
    expect((await resolveActor(ctx, bearer(issued.accessToken))).actor).toBeNull();
    await expect(refreshTokens(ctx, issued)).rejects.toMatchObject({ code: "invalid_token" });
    await logOut(ctx, bearer("inconnu"));
  });

  dataTest(
    "a refresh token expires, and is worth nothing to somebody suspended",
    async ({ db }) => {
      // Their tokens are left as they are by hand.
      contradict(db, "I6");
      await makeUser(db, camille);
      let now = START;
      const ctx = makeContext(db, { now: () => new Date(now) });
      const issued = await issueTokens(ctx, camille);
      const suspended = await issueTokens(ctx, camille);
      now += 30 * 24 * HOUR;
      await expect(refreshTokens(ctx, issued)).rejects.toMatchObject({ code: "invalid_token" });
      now = START;
      await db.update(profiles).set({ accountStatus: "suspended" });
      await expect(refreshTokens(ctx, suspended)).rejects.toMatchObject({ code: "invalid_token" });
      expect((await resolveActor(ctx, bearer(suspended.accessToken))).actor).toBeNull();
    },
  );

  dataTest.for([{}, null, { refreshToken: 5 }, { refreshToken: "x".repeat(1_000_000) }])(
    "nothing comes of %o",
    async (input, { db }) => {
      const attempt = refreshTokens(makeContext(db), input);
      await expect(attempt).rejects.toMatchObject({
        code: expect.stringMatching(/^invalid_(token|input)$/),
      });
    },
  );

  dataTest(
    "tokens are stored as hashes, and deleted when time has made them worthless",
    async ({ db }) => {
      await makeUser(db, camille);
      let now = START;
      const ctx = makeContext(db, { now: () => new Date(now) });
      const issued = await issueTokens(ctx, camille);
      const rows = JSON.stringify(await db.select().from(tokens));
      expect(rows).not.toContain(issued.accessToken);
      expect(rows).not.toContain(issued.refreshToken);
      await purgeExpired(ctx);
      expect(await db.select().from(tokens)).toHaveLength(2);
      now += 31 * 24 * HOUR;
      await purgeExpired(ctx);
      expect(await db.select().from(tokens)).toEqual([]);
    },
  );
});
