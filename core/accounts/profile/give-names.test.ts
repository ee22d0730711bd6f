import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { withLogin } from "#test/make/browser.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makePlan, makeProfessional, makeUser } from "#test/make/people.ts";
import { profiles, users } from "../../tables.server.ts";
import { logIn } from "../logins/log-in.server.ts";
import { pathAfterLogin, safeReturnPath } from "../return-paths/rules.ts";
import { giveNames } from "./update-profile.server.ts";

const password = "parenthese";
const nobody = { firstName: "", lastName: "", password };

describe("where a login leads", () => {
  dataTest("to the names of who has none, and back to what was wanted", async ({ db }) => {
    const visitor = makeContext(db);
    const { id, email } = await makeUser(db, nobody);
    const { newcomer, login } = await logIn(visitor, { email, password });
    expect(pathAfterLogin(newcomer, safeReturnPath(null))).toBe("/bienvenue");
    const wanted = safeReturnPath("/session/1?creneau=2");
    expect(pathAfterLogin(newcomer, wanted)).toBe("/bienvenue?suite=%2Fsession%2F1%3Fcreneau%3D2");

    const ctx = await withLogin(visitor, login);
    await expect(giveNames(ctx, { firstName: " ", lastName: "Roy" })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { firstName: ["Le prénom et le nom sont requis"] },
    });
    const told = await giveNames(ctx, { firstName: "Victoire", lastName: "Roy", phone: "" });
    expect(pathAfterLogin(told, wanted)).toBe(wanted);
    expect(pathAfterLogin(told, safeReturnPath(null))).toBe("/profil");
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, id));
    expect(profile).toMatchObject({ firstName: "Victoire", lastName: "Roy", phone: null });
    expect(await db.select().from(users)).toMatchObject([{ name: "Victoire" }]);
  });

  dataTest.for([
    ["a professional without a profile", { isPro: true }, false, "/professionnel/creer"],
    ["a subscriber without a profile", {}, true, "/professionnel/creer"],
    ["a client", {}, false, "/profil"],
  ] as const)("to the wizard: %s", async ([, flags, hasPlan, path], { db }) => {
    const { id, email } = await makeUser(db, { ...flags, password });
    if (hasPlan) await makePlan(db, { userId: id, planType: "premium" });
    const { newcomer } = await logIn(makeContext(db), { email, password });
    expect(pathAfterLogin(newcomer, safeReturnPath(null))).toBe(path);
    expect(pathAfterLogin(newcomer, "/sessions")).toBe("/sessions");
  });

  dataTest(
    "to the agenda of who has finished the wizard, unless another page was wanted",
    async ({ db }) => {
      const user = await makeUser(db, { isPro: true, password });
      await makeProfessional(db, { user });
      await makePlan(db, { userId: user.id });
      const { newcomer } = await logIn(makeContext(db), { email: user.email, password });
      expect(pathAfterLogin(newcomer, safeReturnPath(null))).toBe("/agenda");
      expect(pathAfterLogin(newcomer, "/sessions")).toBe("/sessions");
    },
  );

  dataTest("first to the names, then to the wizard", async ({ db }) => {
    const visitor = makeContext(db);
    const { id, email } = await makeUser(db, nobody);
    await makePlan(db, { userId: id, planType: "premium" });
    const { newcomer, login } = await logIn(visitor, { email, password });
    expect(pathAfterLogin(newcomer, safeReturnPath(null))).toBe("/bienvenue");
    const ctx = await withLogin(visitor, login);
    const told = await giveNames(ctx, { firstName: "Awa", lastName: "Diallo" });
    expect(pathAfterLogin(told, safeReturnPath(null))).toBe("/professionnel/creer");
  });
});
