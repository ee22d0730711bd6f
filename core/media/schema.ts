import { z } from "zod";
import { UUID } from "#platform/uuid.ts";
import { IMAGE_BUCKETS, IMAGE_FORMATS, IMAGE_WIDTHS } from "./rules.ts";

export const uploadInput = z.object({
  file: z.instanceof(File, { error: "Choisissez une image" }),
  bucket: z.enum(IMAGE_BUCKETS, "Dossier inconnu"),
});

export const FILE_NAME = new RegExp(
  `^(${UUID})(?:-(?:${IMAGE_WIDTHS.join("|")}))?\\.(${IMAGE_FORMATS.join("|")})$`,
);
