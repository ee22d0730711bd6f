import { formatDate } from "#core/dates.ts";
import { decideProof } from "#core/verifications/decide-proof.server.ts";
import { KIND_WORDS } from "#core/verifications/labels.ts";
import {
  listVerifications,
  showVerification,
} from "#core/verifications/show-verification.server.ts";
import { type Command, chosen } from "./command.ts";

export const commands: Record<string, Command> = {
  verifications: {
    help: "liste les pièces que des praticiens ont données et qui attendent une décision",
    async run(ctx, _, print) {
      const waiting = await listVerifications(ctx);
      for (const { professionalId, businessName } of waiting) {
        print(`${professionalId}  ${businessName}`);
        const { proofs } = await showVerification(ctx, { professionalId });
        for (const { id, kind, status, title, number, register, createdAt } of proofs) {
          if (status !== "waiting") continue;
          const found = register && `registre : ${register.name}, ${register.city ?? ""}`;
          const words = [KIND_WORDS[kind], title, number, found].filter(Boolean).join(", ");
          print(`   ${id}  ${formatDate(createdAt)}  ${words}`);
        }
      }
      if (waiting.length === 0) print("Aucune pièce n'attend de décision.");
    },
  },
  "decide-proof": {
    usage: "<pièce> --accept | --refuse --reason <texte>",
    help: "accepte une entreprise ou un titre, ou refuse une pièce, avec un motif écrit au praticien ; un document s'accepte à l'écran, une fois ouvert",
    async run(ctx, { args: [proofId = ""], options }, print) {
      const decision = chosen(options, { accept: "accepted", refuse: "refused" });
      const stands = await decideProof(ctx, { proofId, decision, reason: options.reason });
      const tick = stands ? "la coche est affichée" : "sans coche";
      print(`Pièce ${decision === "accepted" ? "acceptée" : "refusée"}, ${tick}.`);
    },
  },
};
