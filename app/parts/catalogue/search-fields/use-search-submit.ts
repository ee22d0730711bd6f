import type { FormEvent } from "react";
import { useSubmit } from "react-router";
import * as addresses from "#site/addresses.ts";

/** The fields of a search form that are filled in, so that addresses stay short and shareable. */
export function searchParams(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text) params.append(name, text);
  }
  return params;
}

/**
 * Sends a search form with only its filled-in fields. Without JavaScript the plain form does the
 * same job.
 */
export function useSearchSubmit(options: { preventScrollReset?: boolean } = {}) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = searchParams(event.currentTarget);
    submit(params, { action: addresses.sessions, method: "get", ...options });
  };
}
