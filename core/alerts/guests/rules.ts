import { DAY, YEAR } from "../../durations.ts";

/** How long the link in a guest's mail works, after which the search is forgotten (rule: guest-alerts). */
export const ALERT_LINK_LIFE = 3 * DAY;
/** The searches that somebody may keep without an account. */
export const MOST_GUEST_ALERTS = 3;
/** A guest's search ends by itself: nobody logs in who could be asked whether it still matters. */
export const GUEST_ALERT_LIFE = YEAR;
