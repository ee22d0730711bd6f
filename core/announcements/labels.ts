import type { AnnouncementKind } from "./rules.ts";

export const KIND_WORDS: Record<AnnouncementKind, string> = {
  information: "Information",
  interruption: "Interruption",
};
