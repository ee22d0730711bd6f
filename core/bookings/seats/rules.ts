/** The most seats of one booking (rule: for-several). */
export const MAX_SEATS = 6;

/** Characters of the names of those who come along. */
export const MAX_COMPANIONS_LENGTH = 200;
