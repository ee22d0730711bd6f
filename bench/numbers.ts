/** The value that this share of the samples does not exceed. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort();
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[at] ?? Number.NaN;
}

export const median = (samples: readonly number[]) => quantile(samples, 0.5);

/** « 0.31 ms », « 12 ms ». */
export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ms`;
}

/** « 12 340 /s ». */
export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en").replaceAll(",", " ")} /s`;
}

/** Two digits behind the point. */
export const ratio = (value: number) => value.toFixed(2);
