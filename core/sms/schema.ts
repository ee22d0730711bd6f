import { z } from "zod";

/** The id of its row, in 22 letters. */
export const stopInput = z.object({
  code: z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable"),
  stops: z.boolean().default(true),
});

export interface StopView {
  ending: string;
  isStopped: boolean;
}
