import { DAY } from "../../durations.ts";

export const REASON_MAX = 1_000;
/** Acts on one page of the journal. */
export const JOURNAL_PAGE = 50;
/** How long acts are kept, in milliseconds (rule: chained-acts); the trigger holds the same. */
export const ACT_LIFE = 1_825 * DAY;
