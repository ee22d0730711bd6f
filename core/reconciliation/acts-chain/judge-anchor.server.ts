import type { Context } from "../../context.server.ts";
import { isAnchorOurs } from "../../operators/acts/purge-acts.server.ts";

/** Whether what the oldest act is chained to was left by this installation (rule: chained-acts). */
export async function judgeAnchor(
  ctx: Context,
): Promise<{ invariant: string; faults: string[] }[]> {
  const faults = (await isAnchorOurs(ctx)) ? [] : ["l'ancre n'est pas signée par ce site"];
  return [{ invariant: "I16 le début de la chaîne des gestes est le nôtre", faults }];
}
