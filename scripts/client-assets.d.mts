/** Throws when something of the server's was built into this folder of files for browsers. */
export function checkClientAssets(folder: string): void;
