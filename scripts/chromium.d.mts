/** A Chromium that runs: the system's, else Playwright's own; undefined when there is none. */
export function findChromium(): string | undefined;
/** One with all its parts, which alone has a back/forward cache; undefined when there is none. */
export function findWholeChromium(): string | undefined;
/** Finds or installs one. */
export function ensureChromium(): Promise<string>;
export const chromiumArguments: string[];
