type Metadata = Record<string, string>;

/**
 * Stripe's rule for `metadata`: keys are merged, an empty value removes its key, an empty string in
 * place of the whole removes them all (https://docs.stripe.com/api/metadata).
 */
export function applyMetadata(
  present: Metadata | null | undefined,
  change: Record<string, string | number | null> | "" | null | undefined,
): Metadata {
  if (change === "" || change === null) return {};
  const merged: Metadata = { ...present };
  for (const [key, value] of Object.entries(change ?? {})) {
    if (value === "" || value === null) delete merged[key];
    else merged[key] = String(value);
  }
  return merged;
}
