/** Of each source. */
export const TIMELINE_MOST = 50;
