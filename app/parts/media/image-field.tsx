import { ImageUp } from "@lucide/icons";
import { type DragEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { ERROR_MESSAGES, type ErrorCode } from "#core/errors.ts";
import { IMAGE_LIMITS, IMAGE_REFUSALS, UPLOAD_FAILED, UPLOADED } from "#core/media/labels.ts";
import { IMAGE_TYPES, type ImageBucket, imageSet, whyNotImage } from "#core/media/rules.ts";
import { login } from "../../browser/keep-page.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { useHydrated } from "../../ui/hooks/use-hydrated.ts";
import { Icon } from "../../ui/pictures/icon.tsx";
import { PictureSet } from "../../ui/pictures/picture.tsx";
import { showToast } from "../../ui/toasts/toast.ts";

interface ImageFieldProps {
  bucket: ImageBucket;
  value: string;
  error: readonly string[] | undefined;
  onBusy: (busy: boolean) => void;
}

/** Without a script the file travels with the form. */
export function ImageField({ bucket, value, error, onBusy }: ImageFieldProps) {
  const id = useId();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(value);
  /** From 0 to 1; null when nothing is on its way. */
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [over, setOver] = useState(false);
  const journey = useRef<AbortController>(null);
  /** Sent without an answer, so it may have arrived. */
  const attempt = useRef<{ file: string; key: string | undefined }>(null);
  const message = refusal ?? error?.[0];

  /** A saved picture is removed when the form is saved, an unsaved one now. */
  const replaceBy = (next: string) => {
    if (url && url !== value) void dropImage(url);
    setUrl(next);
  };
  const send = async (file: File | undefined) => {
    if (!file || journey.current) return;
    journey.current = new AbortController();
    setRefusal(undefined);
    setProgress(0);
    onBusy(true);
    const name = `${file.name} ${file.size} ${file.lastModified}`;
    if (attempt.current?.file !== name) {
      // Only secure connections have crypto.randomUUID; without it, the file goes without a key.
      attempt.current = { file: name, key: crypto.randomUUID?.() };
    }
    const { key } = attempt.current;
    const answer = await sendImage(file, bucket, key, setProgress, journey.current.signal);
    journey.current = null;
    setProgress(null);
    onBusy(false);
    if (input.current) input.current.value = "";
    if ("url" in answer) {
      attempt.current = null;
      replaceBy(answer.url);
      showToast({ title: UPLOADED });
    } else {
      setRefusal(answer.text);
      showToast({ ...answer, tone: "danger" });
    }
  };
  const sendEarly = useEffectEvent(() => send(input.current?.files?.[0]));
  useEffect(() => {
    void sendEarly();
    return () => journey.current?.abort();
  }, []);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void send(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <input type="hidden" name="imageUrl" value={url} />
      {url && (
        <div className="flex flex-wrap items-end gap-4">
          <div className="aspect-card w-80 max-w-full">
            <PictureSet
              avif={imageSet(url, "avif")}
              src={url}
              srcSet={imageSet(url, "jpg")}
              sizes="320px"
              width={400}
              height={300}
              eager={false}
              className="size-full rounded-control object-cover"
            />
          </div>
          {hydrated ? (
            <Button
              onClick={() => {
                replaceBy("");
                input.current?.focus();
              }}
            >
              Retirer la photo
            </Button>
          ) : (
            <Checkbox name="imageRemoved" label="Retirer la photo" />
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        className={`relative grid grid-cols-1 justify-items-center gap-3 rounded-control border border-dashed p-6 text-center ${over ? "border-sage-600 bg-sage-100" : "border-sand-500 bg-surface"}`}
      >
        <Icon of={ImageUp} className="size-6 text-ink-soft" />
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMAGE_TYPES.join(",")}
          name={hydrated ? undefined : "imageFile"}
          disabled={progress !== null}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? `${id}-error ${id}-hint` : `${id}-hint`}
          onChange={(event) => void send(event.target.files?.[0])}
          className={hydrated ? "peer sr-only" : "order-1 min-h-11 w-full max-w-80"}
        />
        {progress === null ? (
          <label htmlFor={id} className={hydrated ? CHOOSER : "font-label"}>
            {url ? "Remplacer la photo" : "Choisir une photo"}
          </label>
        ) : (
          <Journey share={progress} />
        )}
        <p id={`${id}-hint`} className="order-2 text-14 text-ink-soft">
          {hydrated && progress === null && (
            <span className="max-sm:hidden">Ou déposez-la ici. </span>
          )}
          {IMAGE_LIMITS}.
        </p>
        {message && (
          <p id={`${id}-error`} className="order-3 text-14 font-label text-danger">
            {message}
          </p>
        )}
      </div>
    </div>
  );
}

const CHOOSER = buttonClass({
  className:
    "cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-ink",
});

/** Once all is sent, the server still resizes it. */
function Journey({ share }: { share: number }) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid min-h-11 w-64 max-w-full content-center gap-2">
      <p role="status">{percent < 100 ? "Téléchargement..." : "Préparation de l'image..."}</p>
      <div
        role="progressbar"
        aria-label="Téléchargement de l'image"
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sand-300"
      >
        <div className="h-full bg-sage-600 transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}

interface ImageRefusal {
  title: string;
  text: string;
}

const TIMEOUT_MS = 120_000;

/** `fetch` reports no progress. @param key one for all attempts with a file (rule: retry-once). */
function sendImage(
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
async function dropImage(url: string): Promise<void> {
  const name = url.slice(url.lastIndexOf("/") + 1);
  try {
    const answer = await fetch(`/api/v1/images/${name}`, { method: "DELETE" });
    if (!answer.ok) console.warn("an image could not be removed", answer.status);
  } catch (error) {
    console.warn("an image could not be removed", error);
  }
}
