/** Throws when something of the server's was built into this folder of files for browsers. */
export function checkClientAssets(folder: string): void;

/** Throws when the script of home, list and detail is over its budget; answers what it weighs. */
export function checkScriptWeight(folder: string): string;

/** Throws when operators' screens and public pages load each other's scripts; answers what the former weigh. */
export function checkOfficeScripts(folder: string): string;
