/** A Chromium that runs: the system's, else Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined;
/** Finds or installs one. */
export function ensureChromium(): Promise<string>;
export const chromiumArguments: string[];
