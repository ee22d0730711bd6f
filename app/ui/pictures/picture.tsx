import { base } from "virtual:illustrations";
import { preload } from "react-dom";

/** `first` is the one that the page waits for. */
export type Eager = boolean | "first";

interface PictureProps {
  name: string;
  sizes: string;
  large?: boolean;
  eager?: Eager;
  className?: string;
}

/** Has no text, since it decorates; `large` takes the finer drawing on wide windows. */
export function Picture({ name, sizes, large = false, eager = false, className }: PictureProps) {
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
      sizes={sizes}
      width={width}
      height={height}
      eager={eager}
      className={className}
    />
  );
}

interface PictureSetProps {
  vector?: string | undefined;
  avif: string;
  src: string;
  srcSet: string;
  sizes: string;
  width: number | undefined;
  height: number | undefined;
  eager: Eager;
  className: string | undefined;
}

export function PictureSet({ vector, avif, eager, ...image }: PictureSetProps) {
  // Browsers go by the page's head, so a hint in the browser would be too late.
  if (import.meta.env.SSR && eager === "first") {
    const soon = { as: "image", fetchPriority: "high" } as const;
    if (vector) preload(vector, { ...soon, type: "image/svg+xml", media: "(min-width: 768px)" });
    preload(image.src, {
      ...soon,
      type: "image/avif",
      imageSrcSet: avif,
      imageSizes: image.sizes,
      ...(vector && { media: "(max-width: 767.98px)" }),
    });
  }
  return (
    <picture className="contents">
      {vector && (
        // Its width is any: a drawing has as many points as it is given.
        <source srcSet={`${vector} 1600w`} sizes={image.sizes} media="(min-width: 768px)" />
      )}
      <source type="image/avif" srcSet={avif} sizes={image.sizes} />
      <img
        {...image}
        alt=""
        loading={eager ? undefined : "lazy"}
        // Pictures beside it in the first row must not hold it back on a slow line.
        fetchPriority={eager ? (eager === "first" ? "high" : "low") : undefined}
        decoding="async"
      />
    </picture>
  );
}
