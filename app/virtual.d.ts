declare module "virtual:illustrations" {
  /** The address of the rasterised illustrations, without a slash at the end. */
  export const base: string;
}

declare module "virtual:waiting-pages" {
  /** Addresses of the pages that come at once and say that they are loading. */
  export const waitingPages: readonly string[];
}
