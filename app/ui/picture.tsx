import { base } from "virtual:illustrations";

/**
 * An illustration of ours, rasterised by the build in two widths and two formats. It decorates:
 * its text equivalent is empty. `large` asks for the drawing itself, with finer lines, where the
 * window is wide enough to show it across the page.
 */
export function Picture({
  name,
  sizes,
  large = false,
  eager = false,
  className,
}: {
  name: string;
  sizes: string;
  large?: boolean;
  /** Shown in the first screen: loaded at once and with priority. */
  eager?: boolean;
  className?: string;
}) {
  const widths = name === "hero" ? [1000, 2000] : [400, 800];
  const set = (format: string) =>
    widths.map((width) => `${base}/${name}-${width}.${format} ${width}w`).join(", ");
  const [width, height] = name === "hero" ? [1600, 420] : [400, 300];
  return (
    <picture className="contents">
      {large && <source srcSet={`${base}/${name}-large.svg`} media="(min-width: 768px)" />}
      <source type="image/avif" srcSet={set("avif")} sizes={sizes} />
      <img
        src={`${base}/${name}-${widths[0]}.webp`}
        srcSet={set("webp")}
        sizes={sizes}
        width={width}
        height={height}
        alt=""
        loading={eager ? undefined : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
        className={className}
      />
    </picture>
  );
}
