/** The most seats of one booking (rule: for-several). */
export const MAX_SEATS = 6;
