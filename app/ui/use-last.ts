import { useState } from "react";

/**
 * The last value that there was. What a form was sent under is its key: it begins anew with the next
 * answer, and not when a cut network takes the answer away, with what has been typed since (R35).
 */
export function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
