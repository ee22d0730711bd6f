import { formatDate } from "#core/dates.ts";
import { makeOperator } from "#core/operators/logins/make-operator.server.ts";
import {
  changeRoles,
  closeOperator,
  listOperators,
} from "#core/operators/people/change-access.server.ts";
import { ROLES, type Role } from "#core/roles.ts";
import * as operatorAddresses from "#site/operator-addresses.ts";
import { type Command, type Given, reasonOf } from "./command.ts";

function rolesOf({ roles }: Given["options"]): Role[] {
  const asked = typeof roles === "string" ? roles.split(",") : ROLES;
  return asked.map((role) => role.trim()) as Role[];
}

export const commands: Record<string, Command> = {
  operators: {
    help: "liste les opérateurs, leurs rôles et leur dernière entrée",
    async run(ctx, _, print) {
      for (const { email, name, roles, lastEntryAt, closedAt } of await listOperators(ctx)) {
        const entered = lastEntryAt ? `entré le ${formatDate(lastEntryAt)}` : "jamais entré";
        const state = closedAt ? `fermé le ${formatDate(closedAt)}` : entered;
        print(`${email}  ${name}  ${roles.join(",")}  ${state}`);
      }
    },
  },
  "make-operator": {
    usage: "<e-mail> --name <nom> --reason <texte> [--roles assistance,finance,administration]",
    help: "ouvre l'espace opérateur à quelqu'un, ou renouvelle tous ses secrets ; sans --roles, tous les rôles",
    async run(ctx, { args: [email = ""], options }, print) {
      const name = typeof options.name === "string" ? options.name : "";
      const { password, secret, address, recoveryCodes } = await makeOperator(ctx, {
        ...{ email, name, roles: rolesOf(options), reason: reasonOf(options) },
      });
      print(`Page        ${ctx.config.appUrl}${operatorAddresses.logIn}`);
      print(`E-mail      ${email}`);
      print(`Mot de passe  ${password}`);
      print(`Secret      ${secret}`);
      print(`Adresse     ${address}`);
      print("Codes de secours, chacun une fois :");
      for (const code of recoveryCodes) print(`   ${code}`);
      print("Rien de cela ne sera montré de nouveau.");
    },
  },
  "change-roles": {
    usage: "<e-mail> --roles assistance,finance,administration --reason <texte>",
    help: "change les rôles d'un opérateur ; ses secrets restent, ses connexions se ferment",
    async run(ctx, { args: [email = ""], options }, print) {
      const roles = options.roles === undefined ? [] : rolesOf(options);
      await changeRoles(ctx, { email, roles, reason: reasonOf(options) });
      print(`Les rôles de ${email} : ${roles.join(", ")}.`);
    },
  },
  "close-operator": {
    usage: "<e-mail> --reason <texte>",
    help: "ferme l'espace opérateur à quelqu'un ; ses gestes gardent son nom",
    isDestructive: true,
    async run(ctx, { args: [email = ""], options }, print) {
      await closeOperator(ctx, { email, reason: reasonOf(options) });
      print(`L'espace opérateur est fermé à ${email}.`);
    },
  },
};
