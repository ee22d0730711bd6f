import { slugOf } from "#core/landings/rules.ts";
import type { WeeklyTime } from "./calendar.ts";
import activities from "./texts/activities.json" with { type: "json" };
import announcements from "./texts/announcements.json" with { type: "json" };
import clients from "./texts/clients.json" with { type: "json" };
import professionals from "./texts/professionals.json" with { type: "json" };
import reviews from "./texts/reviews.json" with { type: "json" };

/** The activity types of the demo (rule: categories): the nine of the filter, and three more. */
export const TRADES = [
  ...["Yoga", "Massage", "Méditation", "Coaching", "Sophrologie", "Naturopathie", "Nutrition"],
  ...["Reiki", "Psychothérapie", "Pilates", "Hypnose", "Art-thérapie"],
] as const;
export type Trade = (typeof TRADES)[number];

export interface Professional {
  firstName: string;
  lastName: string;
  business: string;
  about: string;
  street: string;
  postcode: string;
  city: string;
  /** Advice before coming; it closes the texts of the sessions held there. */
  directions: string[];
  trades: Trade[];
  verified: boolean;
  /** How many sessions they offer. */
  sessions: number;
}

/** The tags that the session form suggests. */
type Tag =
  | "Débutant"
  | "Intermédiaire"
  | "Avancé"
  | "Relaxation"
  | "Énergie"
  | "Spiritualité"
  | "Santé"
  | "Bien-être"
  | "Stress"
  | "Sommeil";

export type PartOfDay = "morning" | "noon" | "afternoon" | "evening" | "any";

/** One kind of session as its practitioner announces it; several offer it, each in their own town. */
export interface Announcement {
  /** Ways to call it. */
  titles: string[];
  text: string;
  /** How many people at once; 1 is an individual session. */
  places: number;
  /** Durations in minutes, of which each practitioner keeps one. */
  minutes: number[];
  /** Lowest and highest usual price; 0 is free of charge. */
  euros: number[];
  when: PartOfDay;
  /** ISO weekdays (1 is Monday) it is bound to. */
  days?: number[];
  included?: string[];
  requirements?: string[];
  tags: Tag[];
  /** Not held at the practitioner's own place. */
  outdoors?: true;
  /** Held by video call only. */
  online?: true;
}

export interface DemoActivity {
  title: string;
  category: "Atelier" | "Workshop" | "Coworking" | "Autre";
  text: string;
  places: number;
  minutes: number;
  euros: number;
  included: string[];
  requirements: string[];
  tags: string[];
  times: WeeklyTime[];
}

/** Everybody who can be booked, except the people that one can log in as (accounts.ts). */
export const PROFESSIONALS = professionals as Professional[];

export const ANNOUNCEMENTS = announcements as Record<Trade, Announcement[]>;

/** The activities that Inès offers beside her sessions, all at her studio. */
export const ACTIVITIES = activities as DemoActivity[];

/** People who have booked for months, and with whom nobody logs in. */
export const CLIENTS = clients.map((name) => {
  const [firstName = "", ...rest] = name.split(" ");
  return { firstName, lastName: rest.join(" "), email: `${slugOf(name)}@example.fr` };
});

/** By what a session is: words of those who came, and answers of practitioners. */
export const REVIEW_TEXTS = reviews;
