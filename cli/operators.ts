import { closeOperator, makeOperator } from "#core/operators/logins/make-operator.server.ts";
import { ROLES, type Role } from "#core/roles.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import type { Command } from "./command.ts";

export const OPERATOR_COMMANDS: Record<string, Command> = {
  "make-operator": {
    usage: "<e-mail> --name <nom> [--roles assistance,finance,administration]",
    help: "ouvre l'espace opérateur à quelqu'un, ou renouvelle tous ses secrets ; sans --roles, tous les rôles",
    takes: 1,
    options: { name: { type: "string" }, roles: { type: "string" } },
    async run(ctx, { args: [email = ""], options }, print) {
      const name = typeof options.name === "string" ? options.name : "";
      const asked = typeof options.roles === "string" ? options.roles.split(",") : ROLES;
      const roles = asked.map((role) => role.trim()) as Role[];
      const { password, secret, address, recoveryCodes } = await makeOperator(ctx, {
        ...{ email, name, roles },
      });
      print(`Page        ${ctx.config.appUrl}${operatorAddresses.logIn}`);
      print(`E-mail      ${email}`);
      print(`Mot de passe  ${password}`);
      print(`Secret      ${secret}`);
      print(`Adresse     ${address}`);
      print("Codes de secours, chacun une fois :");
      for (const code of recoveryCodes) print(`   ${code}`);
      print("Rien de cela ne sera montré de nouveau.");
      return true;
    },
  },
  "close-operator": {
    usage: "<e-mail>",
    help: "ferme l'espace opérateur à quelqu'un ; ses gestes gardent son nom",
    takes: 1,
    isDestructive: true,
    async run(ctx, { args: [email = ""] }, print) {
      await closeOperator(ctx, { email });
      print(`L'espace opérateur est fermé à ${email}.`);
      return true;
    },
  },
};
