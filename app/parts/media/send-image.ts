import { ERROR_MESSAGES, type ErrorCode } from "#core/errors.ts";
import { IMAGE_REFUSALS, UPLOAD_FAILED } from "#core/media/labels.ts";
import { type ImageBucket, whyNotImage } from "#core/media/rules.ts";
import { login } from "../../browser/keep-page.ts";

export interface ImageRefusal {
  title: string;
  text: string;
}

const TIMEOUT_MS = 120_000;

/**
 * `fetch` reports no progress.
 * @param key one for all attempts with a file, so that it is taken in once.
 * @param onProgress from 0 to 1; at 1 the server is still at work.
 */
export function sendImage(
  file: File,
  bucket: ImageBucket,
  key: string | undefined,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<{ url: string } | ImageRefusal> {
  const refused = whyNotImage(file);
  if (refused) return Promise.resolve(refusalOf(refused, ERROR_MESSAGES[refused]));
  const body = new FormData();
  body.set("bucket", bucket);
  body.set("file", file);
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      if (request.status === 401) login.end?.();
      resolve(read(request.response));
    };
    request.onerror = () => resolve(refusalOf(null, UPLOAD_FAILED));
    request.ontimeout = request.onerror;
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", "/api/v1/images");
    if (key) request.setRequestHeader("Idempotency-Key", key);
    request.responseType = "json";
    request.timeout = TIMEOUT_MS;
    request.send(body);
  });
}

interface Answer {
  url?: string;
  error?: { code: ErrorCode; message: string };
}

function read(answer: Answer | null): { url: string } | ImageRefusal {
  if (answer?.url) return { url: answer.url };
  return refusalOf(answer?.error?.code ?? null, answer?.error?.message ?? UPLOAD_FAILED);
}

function refusalOf(code: ErrorCode | null, text: string): ImageRefusal {
  return { title: (code && IMAGE_REFUSALS[code]) ?? "Erreur", text };
}

/** Only logs a failure: the image goes by itself later. */
export async function dropImage(url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf("/") + 1);
  try {
    const answer = await fetch(`/api/v1/images/${name}`, { method: "DELETE" });
    if (!answer.ok) console.warn("an image could not be removed", answer.status);
  } catch (error) {
    console.warn("an image could not be removed", error);
  }
}
