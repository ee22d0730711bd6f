import { shortName } from "../bookings/messages/rules.ts";

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
