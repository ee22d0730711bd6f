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
    <PictureSet
      vector={large ? `${base}/${name}-large.svg` : undefined}
      avif={set("avif")}
      src={`${base}/${name}-${widths[0]}.webp`}
      srcSet={set("webp")}
      {...{ sizes, width, height, eager, className }}
    />
  );
}

/** A picture that decorates, in the widths and formats that a browser chooses from. */
export function PictureSet({
  vector,
  avif,
  eager,
  ...image
}: {
  vector?: string | undefined;
  avif: string;
  src: string;
  srcSet: string;
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  eager: boolean;
  className: string | undefined;
}) {
  return (
    <picture className="contents">
      {vector && <source srcSet={vector} media="(min-width: 768px)" />}
      <source type="image/avif" srcSet={avif} sizes={image.sizes} />
      <img
        {...image}
        alt=""
        loading={eager ? undefined : "lazy"}
        fetchPriority={eager ? "high" : undefined}
        decoding="async"
      />
    </picture>
  );
}
