/** « Julie M. », or nobody by name once they have left. */
export function authorLabel({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): string {
  if (!firstName) return "Ancien client";
  return lastName ? `${firstName} ${lastName.slice(0, 1).toUpperCase()}.` : firstName;
}
