import type { FormEvent } from "react";
import { useSubmit } from "react-router";

/**
 * Sends a search form with only the fields that say something, so that addresses stay short and
 * shareable (S1§2: each only when non-empty). Without JavaScript the plain form does the same job.
 */
export function useSearchSubmit(options: { preventScrollReset?: boolean } = {}) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget)) {
      const text = String(value).trim();
      if (text) params.append(name, text);
    }
    submit(params, { action: "/sessions", method: "get", ...options });
  };
}
