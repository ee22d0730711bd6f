import type { FormEvent } from "react";
import { useSubmit } from "react-router";
import * as addresses from "#site/addresses.ts";

export function searchParams(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    if (text) params.append(name, text);
  }
  return params;
}

export function useSearchSubmit(options: { preventScrollReset?: boolean } = {}) {
  const submit = useSubmit();
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = searchParams(event.currentTarget);
    submit(params, { action: addresses.sessions, method: "get", ...options });
  };
}
