import { type SQL, sql } from "drizzle-orm";
import type { Context } from "../../context.server.ts";
import { isAnchorOurs, isHeadOurs } from "../../operators/acts/list-acts.server.ts";

/** The journal of acts (rule: chained-acts). */
export const ACT_INVARIANTS: Record<string, () => SQL> = {
  "I16 chaque geste d'opérateur suit le précédent, tel qu'il a été écrit": () => sql`
    select number::text as id, 'la chaîne est rompue' as fault
    from (select acts.*,
        lag(hash, 1, coalesce((select value->>'hash' from settings where key = 'acts_anchor'), ''))
          over following as previous_hash,
        lag(number, 1, coalesce((select (value->>'number')::bigint from settings where key = 'acts_anchor'), 0))
          over following as previous_number
      from acts window following as (order by number)) chained
    where number <> previous_number + 1 or hash <> act_hash(
      previous_hash, number, at, operator_id, act, object_kind, object_id, fields, details_hash)`,
  "I16 les détails d'un geste sont ceux qui ont été écrits, ou effacés": () => sql`
    select number::text as id, 'détails modifiés' as fault
    from act_details join acts using (number)
    where details_hash is distinct from
      encode(sha256(convert_to(salt || content, 'UTF8')), 'hex')`,
};

/** The anchor is ours, and the newest act the last one written (rule: chained-acts). */
export async function judgeAnchor(ctx: Context) {
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
