declare module "virtual:illustrations" {
  /** Where the rasterised illustrations are served, without a slash at the end. */
  export const base: string;
}
