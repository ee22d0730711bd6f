import { defineJob } from "../../context.server.ts";
import { takeNews } from "../../listings/note-news.server.ts";
import { centreOf } from "../../places/rules.ts";
import { AGAIN_AFTER, NOWHERE } from "../rules.ts";
import { insertFinds, readCells } from "./store.server.ts";

/** Each may concern hundreds of alerts, and a statement that is cut off would be tried for ever. */
const BATCH = 50;

/** Notes the alerts that new slots may concern (rule: alerts); safe to repeat. */
export const noteCandidates = defineJob("note-alert-candidates", async (ctx) => {
  let added = 0;
  for (;;) {
    const { taken, found } = await ctx.db.transaction(async (tx) => {
      const now = ctx.now();
      const news = await takeNews(tx, BATCH);
      const isNew = new Map<string, boolean>();
      for (const one of news) isNew.set(one.slotId, one.isNew || (isNew.get(one.slotId) ?? false));
      const slots = await readCells(tx, [...isNew.keys()], now);
      const spots = slots.map(({ slotId, cell }) => ({
        slotId,
        isNew: isNew.get(slotId) ?? false,
        ...(cell === null ? NOWHERE : centreOf(cell)),
      }));
      const toldBefore = new Date(now.getTime() - AGAIN_AFTER);
      return { taken: news.length, found: await insertFinds(tx, spots, { now, toldBefore }) };
    });
    added += found;
    if (taken < BATCH) return added;
  }
});
