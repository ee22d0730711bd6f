import { describe, expect } from "vitest";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { later, makeOperator, makeOperatorContext } from "#test/make/operators.ts";
import { listActsOn } from "../acts/list-acts.server.ts";
import { logInOperator, resolveOperator } from "../logins/log-in-operator.server.ts";
import { COMMAND_LINE, FRESH } from "../rules.ts";
import {
  changeRoles,
  closeOperator,
  inviteOperator,
  listOperators,
} from "./change-access.server.ts";

const reason = "Nouvelle arrivée.";
const MARC = { email: "marc-neuf@example.fr", name: "Marc", roles: ["finance" as const], reason };

describe("operators on a screen (rule: operators-apart)", () => {
  dataTest("are let in once, by somebody who has just come in", async ({ db }) => {
    const nadia = await makeOperatorContext(makeContext(db), ["administration"], "Nadia");
    await expect(inviteOperator(later(nadia, FRESH), MARC)).rejects.toMatchObject({
      code: "forbidden",
    });
    const { password, recoveryCodes } = await inviteOperator(nadia, MARC);
    await expect(inviteOperator(nadia, MARC)).rejects.toMatchObject({ code: "conflict" });
    const typed = { email: MARC.email, password, code: recoveryCodes[0] };
    await logInOperator(makeContext(db), typed);
    const people = await listOperators(nadia);
    const marc = people.find(({ email }) => email === MARC.email);
    expect(marc).toMatchObject({ roles: ["finance"], lastEntryAt: nadia.now(), closedAt: null });
    const [, made] = await listActsOn(nadia, { kind: "operator", id: String(marc?.id) });
    expect(made).toMatchObject({ operator: "Nadia", act: "operator_made", details: { reason } });
  });

  dataTest("get other roles with the same secrets, and their logins end", async ({ db }) => {
    const ctx = makeContext(db);
    const nadia = await makeOperatorContext(ctx, ["administration"], "Nadia");
    const { email, password, recoveryCodes } = await makeOperator(ctx, ["assistance"]);
    const open = await logInOperator(ctx, { email, password, code: recoveryCodes[0] });
    await changeRoles(nadia, { email, roles: ["finance"], reason });
    expect(await resolveOperator(ctx, open)).toBeNull();
    const again = await logInOperator(ctx, { email, password, code: recoveryCodes[1] });
    expect(await resolveOperator(ctx, again)).toMatchObject({ roles: ["finance"] });
    await expect(changeRoles(nadia, { email, roles: [], reason })).rejects.toMatchObject({
      fields: { roles: [expect.any(String)] },
    });
  });

  dataTest("keep somebody of the administration, and nobody closes themselves", async ({ db }) => {
    const ctx = makeContext(db);
    const nadia = await makeOperatorContext(ctx, ["administration"], "Nadia");
    const [own] = await listOperators(nadia);
    const email = String(own?.email);
    await expect(closeOperator(nadia, { email, reason })).rejects.toMatchObject({
      message: "Personne ne ferme son propre accès.",
    });
    const byCommand = { ...ctx, operator: COMMAND_LINE };
    await expect(closeOperator(byCommand, { email, reason })).rejects.toMatchObject({
      message: "L'administration garde au moins une personne.",
    });
    await expect(changeRoles(nadia, { email, roles: ["finance"], reason })).rejects.toMatchObject({
      code: "conflict",
    });
    const other = await makeOperator(ctx, ["administration"]);
    await closeOperator(nadia, { email: other.email, reason });
    expect((await listOperators(nadia)).map(({ closedAt }) => closedAt !== null)).toEqual([
      ...[false, true],
    ]);
  });
});
