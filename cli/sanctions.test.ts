import { expect } from "vitest";
import { signLink } from "#core/accounts/logins/sign-login.server.ts";
import { COMMAND_LINE } from "#core/operators/rules.ts";
import { contestAccountDecision } from "#core/sanctions/contest-account-decision.server.ts";
import { accountDecisions } from "#core/tables.server.ts";
import { makeContext } from "#test/make/context.ts";
import { dataTest } from "#test/make/database.ts";
import { makeUser } from "#test/make/people.ts";
import { EXIT, runCommand } from "./run-command.ts";

dataTest(
  "a contested account is listed, shown and answered, and then listed no more",
  async ({ db }) => {
    const ctx = { ...makeContext(db), operator: COMMAND_LINE };
    const { email } = await makeUser(db);
    async function type(...words: string[]) {
      const said: string[] = [];
      const say = (line: string) => said.push(line);
      const status = await runCommand(words, { out: say, err: say }, (work) => work(ctx));
      return { status, said: said.join("\n") };
    }
    const grounds = [
      "--basis",
      "forgery",
      "--source",
      "told",
      "--reason",
      "Le diplôme est un faux.",
    ];
    await type("suspend", email, ...grounds, "--yes");
    expect((await type("account-contests")).said).toBe(
      "Aucune décision contestée n'attend de réponse.",
    );
    const [decision] = await db.select().from(accountDecisions);
    const token = await signLink(ctx, "account-decision", String(decision?.id));
    await contestAccountDecision(ctx, { token, text: "L'école\npeut vous répondre." });
    expect((await type("account-contests")).said).toMatch(
      new RegExp(`${email}.*Compte suspendu.*\n.*« L'école peut vous répondre. »`),
    );
    const shown = await type("account-decisions", email);
    expect(shown.said).toMatch(
      /Compte suspendu, en vigueur\n.*441-1.*Le diplôme est un faux.\n.*contestée.*L'école peut/,
    );
    await type("uphold-decision", email, "--reason", "L'école dit non.");
    expect((await type("account-contests")).said).toContain("Aucune décision contestée");
    expect((await type("account-decisions", email)).said).toContain("« L'école dit non. »");
    const unknown = await type("account-decisions", "personne@example.fr");
    expect(unknown.status).toBe(EXIT.refused);
  },
);
