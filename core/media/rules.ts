import { UUID } from "#platform/uuid.ts";
import { DAY } from "../durations.ts";

/* An image's other files stand beside its address, `/images/{bucket}/{folder}/{id}.jpg`. */

export const IMAGE_BUCKETS = ["session-images", "activity-images"] as const;
export type ImageBucket = (typeof IMAGE_BUCKETS)[number];

/** 5 MB, included (rule: picture-checks). */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Four bytes each once decoded: more than any phone takes, too few for a decompression bomb. */
export const MAX_PIXELS = 50_000_000;
/** In pixels; nothing is enlarged, and the last is the one behind the bare address. */
export const IMAGE_WIDTHS = [400, 800, 1600] as const;
export const IMAGE_FORMATS = ["jpg", "avif"] as const;
type ImageFormat = (typeof IMAGE_FORMATS)[number];

export const IMAGE_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
/** Per person and hour (rule: login-limits). */
export const UPLOADS_PER_HOUR = 60;
export const ORPHAN_LIFE = DAY;
/** As long as somebody may contest it, and a month to decide. */
export const WITHHELD_LIFE = 214 * DAY;

const ADDRESS = new RegExp(`^/images/([a-z-]+)/${UUID}/(${UUID})\\.jpg$`);

export function imageUrl(image: { bucket: ImageBucket; folder: string; id: string }): string {
  return `/images/${image.bucket}/${image.folder}/${image.id}.jpg`;
}

export function fileKey(image: { bucket: ImageBucket; folder: string }, name: string): string {
  return `images/${image.bucket}/${image.folder}/${name}`;
}

export function imageIdOf(url: string, bucket: ImageBucket): string | null {
  const [, where, id] = ADDRESS.exec(url) ?? [];
  return where === bucket && id ? id : null;
}

export function imageFiles(id: string) {
  return IMAGE_FORMATS.flatMap((format) =>
    IMAGE_WIDTHS.map((width) => ({ name: fileOf(id, width, format), width, format })),
  );
}

export function imageSet(url: string, format: ImageFormat): string {
  const stem = url.replace(/\.jpg$/, "");
  return IMAGE_WIDTHS.map((width) => `${fileOf(stem, width, format)} ${width}w`).join(", ");
}

/** The largest JPEG bears the bare name, because every program can show it. */
function fileOf(stem: string, width: number, format: ImageFormat): string {
  return format === "jpg" && width === 1600 ? `${stem}.jpg` : `${stem}-${width}.${format}`;
}

/** By its first bytes, whatever its name and type claim. */
export function formatOf(bytes: Uint8Array): "jpeg" | "png" | "webp" | null {
  const starts = (text: string, at = 0) =>
    [...text].every((letter, index) => bytes[at + index] === letter.charCodeAt(0));
  if (starts("\xff\xd8\xff")) return "jpeg";
  if (starts("\x89PNG\r\n\x1a\n")) return "png";
  return starts("RIFF") && starts("WEBP", 8) ? "webp" : null;
}

export function whyNotImage(file: {
  type: string;
  size: number;
}): "unsupported_media_type" | "payload_too_large" | null {
  if (!IMAGE_TYPES.some((type) => type === file.type)) return "unsupported_media_type";
  return file.size > MAX_IMAGE_BYTES ? "payload_too_large" : null;
}

/** Runs, opens or hides something else, or asks for a password. */
const NOT_FOR_READING = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|Encrypt)\b/;

/** Checks its first and last bytes, and that it holds nothing but pages. */
export function isPlainPdf(bytes: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(bytes);
  const isWhole = text.startsWith("%PDF-") && text.slice(-1024).includes("%%EOF");
  return isWhole && !NOT_FOR_READING.test(text);
}
