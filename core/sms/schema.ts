import { z } from "zod";
import { linkCode } from "../parse.ts";

export const stopInput = z.object({
  code: linkCode,
  stops: z.boolean().default(true),
});

export interface StopView {
  ending: string;
  isStopped: boolean;
}
