/** Why a launch cannot go on, in words that the person at the terminal can act on. */
export class Refusal extends Error {}
