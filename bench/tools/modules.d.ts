/*
 * As much as the bench uses of the packages of this folder, which `npm run bench` alone installs: the
 * types of everything else are checked without them.
 */

declare module "echarts" {
  interface Chart {
    setOption(option: object): void;
    renderToSVGString(): string;
    dispose(): void;
  }
  export function init(element: null, theme: null, options: object): Chart;
}

declare module "lighthouse" {
  export interface Report {
    categories: Partial<Record<string, { score: number | null }>>;
    audits: Partial<Record<string, { numericValue?: number }>>;
  }
  /** Undefined when it could say nothing of the page. */
  export default function lighthouse(
    url: string,
    flags: { port: number; logLevel: "error"; onlyCategories: string[] },
  ): Promise<{ lhr: Report } | undefined>;
}
