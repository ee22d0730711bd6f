import type { Context } from "../../context.server.ts";
import { isAnchorOurs, isHeadOurs } from "../../operators/acts/purge-acts.server.ts";

/** The anchor is ours, and the newest act the last one written (rule: chained-acts). */
export async function judgeAnchor(
  ctx: Context,
): Promise<{ invariant: string; faults: string[] }[]> {
  return [
    {
      invariant: "I16 le début de la chaîne des gestes est le nôtre",
      faults: (await isAnchorOurs(ctx)) ? [] : ["l'ancre n'est pas signée par ce site"],
    },
    {
      invariant: "I16 la fin de la chaîne des gestes est là",
      faults: (await isHeadOurs(ctx)) ? [] : ["des gestes manquent après le dernier"],
    },
  ];
}
