import { AppError } from "../errors.ts";
import { formatOf, IMAGE_WIDTHS, imageFiles, MAX_PIXELS } from "./rules.ts";

interface EncodedImage {
  /** In pixels, of the largest file. */
  width: number;
  height: number;
  files: { name: string; bytes: Uint8Array }[];
}

/** Tall pictures are made smaller, since a card shows only the middle. */
const MAX_HEIGHT = 3_200;
const DECODING_SECONDS = 10;

/** Loads a library of 18 MB when the first picture comes. */
const loadSharp = async () => (await import("sharp")).default;

/**
 * Encodes anew, so that only pixels get through (rule: picture-checks).
 * @throws AppError `unsupported_media_type`, `payload_too_large` for too many pixels.
 */
export function encodeImage(id: string, bytes: Uint8Array): Promise<EncodedImage> {
  if (!formatOf(bytes)) throw new AppError("unsupported_media_type");
  return oneAtATime(async () => {
    const sharp = await loadSharp();
    const { data, info } = await decode(bytes);
    const { width, height, channels } = info;
    const files = [];
    for (const { name, width: wanted, format } of imageFiles(id)) {
      const picture = sharp(data, { raw: { width, height, channels } }).resize({
        width: wanted,
        withoutEnlargement: true,
      });
      const encoded =
        format === "avif"
          ? picture.avif({ quality: 50, effort: 2 })
          : picture.jpeg({ quality: 78, mozjpeg: true });
      files.push({ name, bytes: await encoded.toBuffer() });
    }
    return { width, height, files };
  });
}

/**
 * One JPEG without metadata (rule: picture-checks).
 * @throws AppError `unsupported_media_type`, `payload_too_large` for too many pixels.
 */
export function encodeDocument(bytes: Uint8Array): Promise<Uint8Array> {
  if (!formatOf(bytes)) throw new AppError("unsupported_media_type");
  return oneAtATime(async () => {
    const sharp = await loadSharp();
    const { data, info } = await decode(bytes);
    const { width, height, channels } = info;
    return sharp(data, { raw: { width, height, channels } })
      .jpeg({ quality: 85, mozjpeg: true })
      .toBuffer();
  });
}

async function decode(bytes: Uint8Array) {
  const sharp = await loadSharp();
  const options = { failOn: "error", limitInputPixels: false, pages: 1 } as const;
  try {
    const { width, height } = await sharp(bytes, options).metadata();
    if (width * height > MAX_PIXELS) throw new AppError("payload_too_large", { message: TOO_MANY });
    return await sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: DECODING_SECONDS })
      .autoOrient()
      .resize({
        width: Math.max(...IMAGE_WIDTHS),
        height: MAX_HEIGHT,
        fit: "inside",
        withoutEnlargement: true,
      })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("unsupported_media_type", { cause: error });
  }
}

const TOO_MANY = `L'image est trop grande : ${MAX_PIXELS / 1_000_000} millions de pixels au plus.`;

let turn: Promise<unknown> = Promise.resolve();

/** A decoded picture takes up to 200 MB: one process holds one of them. */
function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work);
  turn = mine.catch(() => {});
  return mine;
}
