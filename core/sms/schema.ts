import { z } from "zod";

/** The code of a link in a text message: the id of its row, in 22 letters. */
export const stopInput = z.object({
  code: z.string().regex(/^[\w-]{22}$/, "Ce lien n'est pas valable"),
  /** Whether they are stopped, or wanted again. */
  stops: z.boolean().default(true),
});

/** The page behind that link. */
export interface StopView {
  /** The last digits of the number, « 01 ». */
  ending: string;
  isStopped: boolean;
}
