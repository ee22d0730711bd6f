/** How many of each source a timeline shows, the newest of them. */
export const TIMELINE_MOST = 50;
