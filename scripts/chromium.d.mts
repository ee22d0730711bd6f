/** A Chromium that runs: the system's, else Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined;
/** The same with all its parts: only that one keeps whole pages that were left. */
export function findWholeChromium(): string | undefined;
/** Finds or installs one. */
export function ensureChromium(): Promise<string>;
export const chromiumArguments: string[];
