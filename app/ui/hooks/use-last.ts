import { useState } from "react";

/** A cut network takes away the answer, but must not renew the form (rule: keep-the-page). */
export function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
