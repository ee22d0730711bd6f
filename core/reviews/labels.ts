import { shortName } from "../bookings/letters/rules.ts";

/** « Julie M. », or nobody by name once they have left. */
export function authorLabel({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string {
  if (!firstName) return "Ancien client";
  return shortName({ clientFirstName: firstName, clientLastName: lastName });
}

/** The state of a review to its author. */
export const STATE_WORDS = {
  published: "Votre avis est publié.",
  waiting: "Votre avis attend : votre absence est contestée, et nous décidons d'abord.",
  refused: "Votre avis a été refusé : il n'est pas publié, et ne se modifie plus.",
};
