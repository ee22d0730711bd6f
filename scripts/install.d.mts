/** Installs what a folder's lock file says and is not there; the repository's own unless told. */
export function installIfNeeded(options?: { folder?: string; withTools?: boolean }): Promise<void>;
