import { useState } from "react";

/**
 * The last value that was not missing. A form was sent under its key: it begins anew with the next
 * answer, but not when a cut network takes the answer away together with the values typed since
 * (rule: keep-the-page).
 */
export function useLast(value: string | undefined): string | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
