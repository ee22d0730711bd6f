declare module "virtual:illustrations" {
  /** Without a slash at the end. */
  export const base: string;
}

declare module "virtual:waiting-pages" {
  export const waitingPages: readonly string[];
}
