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
  /** Two ways to call it. */
  titles: [string, string];
  text: string;
  /** How many people at once; 1 is an individual session. */
  places: number;
  /** Durations in minutes, of which each practitioner keeps one. */
  minutes: number[];
  /** Lowest and highest usual price; 0 is free of charge. */
  euros: [number, number];
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
