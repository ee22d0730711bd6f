import type { Announcement } from "./announcement.ts";
import type { Trade } from "./professionals.ts";
import { artTherapie } from "./texts/art-therapie.ts";
import { coaching } from "./texts/coaching.ts";
import { hypnose } from "./texts/hypnose.ts";
import { massage } from "./texts/massage.ts";
import { meditation } from "./texts/meditation.ts";
import { naturopathie } from "./texts/naturopathie.ts";
import { nutrition } from "./texts/nutrition.ts";
import { pilates } from "./texts/pilates.ts";
import { psychotherapie } from "./texts/psychotherapie.ts";
import { reiki } from "./texts/reiki.ts";
import { sophrologie } from "./texts/sophrologie.ts";
import { yoga } from "./texts/yoga.ts";

export const ANNOUNCEMENTS: Record<Trade, Announcement[]> = {
  Yoga: yoga,
  Massage: massage,
  Méditation: meditation,
  Coaching: coaching,
  Sophrologie: sophrologie,
  Naturopathie: naturopathie,
  Nutrition: nutrition,
  Reiki: reiki,
  Psychothérapie: psychotherapie,
  Pilates: pilates,
  Hypnose: hypnose,
  "Art-thérapie": artTherapie,
};
