import { defineJob } from "../../context.server.ts";
import { changeBuyerEmail } from "./store.server.ts";

/** Uses the address that was proved meanwhile; safe to repeat (rule: corrected-address). */
export const followAddress = defineJob("follow-address", async ({ db }, { userId, from }) => {
  await changeBuyerEmail(db, userId, from);
});
