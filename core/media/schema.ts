import { z } from "zod";
import { IMAGE_BUCKETS } from "./rules.ts";

export const uploadInput = z.object({
  file: z.instanceof(File, { error: "Choisissez une image" }),
  bucket: z.enum(IMAGE_BUCKETS, "Dossier inconnu"),
});
