import type Stripe from "stripe";
import { invalidRequest, noSuch } from "../protocol/stripe-error.ts";
import { newId } from "../state/ids.ts";
import { given, type ListParams, listObjects } from "../state/listing.ts";
import type { Kinds } from "../state/objects.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";

/** Of one file, and of all that one dispute is answered with (https://docs.stripe.com/file-upload). */
const fileLimit = 5 * 1024 * 1024;
const evidenceBytes = 4.5 * 1024 * 1024;
/** Most networks take fewer than 50 pages, Mastercard 19 (https://docs.stripe.com/disputes/best-practices). */
const pageLimits: Record<string, number> = { mastercard: 19 };
const otherwise = 49;
/** How many characters of text fill a page, by our estimate. */
const charactersOfPage = 3_000;

/** PDF, JPEG or PNG by the first bytes, whatever the name says. */
function typeOf(bytes: Uint8Array): "jpg" | "pdf" | "png" | undefined {
  const start = Buffer.from(bytes.subarray(0, 8)).toString("latin1");
  if (start.startsWith("%PDF-")) return "pdf";
  if (start.startsWith("\xff\xd8\xff")) return "jpg";
  return start === "\x89PNG\r\n\x1a\n" ? "png" : undefined;
}

/** Page objects that stand in the open; one that packs them away counts as a single page. */
function pagesOf(bytes: Uint8Array): number {
  const found = Buffer.from(bytes)
    .toString("latin1")
    .match(/\/Type\s*\/Page\b/g);
  return found?.length ?? 1;
}

/** Evidence is kept for nine months. */
const kept = 274 * 86_400;

/** Takes evidence alone; what other purposes allow is not played. */
export function createFile(
  sim: Simulator,
  { params, account, file }: ApiRequest<{ purpose: string }>,
): Kinds["file"] {
  if (params.purpose !== "dispute_evidence") {
    throw invalidRequest("The simulator only takes files with the purpose dispute_evidence.", {
      param: "purpose",
    });
  }
  if (!file) throw invalidRequest("Invalid file: must be a file", { param: "file" });
  const type = typeOf(file.bytes);
  if (!type) {
    throw invalidRequest("Invalid file: dispute evidence must be a PDF, JPEG or PNG file.", {
      param: "file",
    });
  }
  if (file.bytes.length > fileLimit) {
    throw invalidRequest(`Invalid file: must be at most ${fileLimit} bytes.`, { param: "file" });
  }
  const pages = type === "pdf" ? pagesOf(file.bytes) : 1;
  const id = newId("file_1");
  const content = Buffer.from(file.bytes).toString("base64");
  return sim.objects.insert(
    "file",
    {
      id,
      object: "file",
      created: sim.clock.now(),
      expires_at: sim.clock.now() + kept,
      filename: file.name,
      purpose: "dispute_evidence",
      size: file.bytes.length,
      title: null,
      type,
      url: `${sim.settings.publicUrl}/v1/files/${id}/contents`,
    },
    { account, hidden: { pages, content } },
  );
}

const types: Record<string, string> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  png: "image/png",
};

/** The content of a file, for whoever has the key, until it expires (https://docs.stripe.com/file-upload). */
export function readContent(sim: Simulator, id: string, account: string) {
  const file = sim.objects.get("file", id, account);
  const { content } = sim.objects.hidden<{ content?: string }>(id);
  const isGone = (file.expires_at ?? 0) <= sim.clock.now();
  if (isGone || content === undefined) throw noSuch("file", id, "id", 404);
  return { bytes: Buffer.from(content, "base64"), type: types[file.type ?? ""] ?? "" };
}

export function retrieveFile(sim: Simulator, { id, account }: ApiRequest) {
  return sim.objects.get("file", id, account);
}

export function listFiles(sim: Simulator, request: ApiRequest<Stripe.FileListParams & ListParams>) {
  return listObjects(sim, request, "file", given(request.params, "purpose"));
}

const fileFields = [
  "cancellation_policy",
  "customer_communication",
  "customer_signature",
  "duplicate_charge_documentation",
  "receipt",
  "refund_policy",
  "service_documentation",
  "shipping_documentation",
  "uncategorized_file",
] as const;

/** Splits evidence into its texts and the ids of its files. */
export function partsOf(evidence: Kinds["dispute"]["evidence"]) {
  const filled = Object.entries(evidence).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
  );
  const isFile = ([name]: [string, string]) => fileFields.some((field) => field === name);
  return {
    texts: filled.filter((entry) => !isFile(entry)).map(([, text]) => text),
    files: filled.filter(isFile),
  };
}

/** Refuses files that are no evidence, or more than the payer's network takes. */
export function checkFiles(sim: Simulator, dispute: Kinds["dispute"], account: string): void {
  const { texts, files } = partsOf(dispute.evidence);
  let bytes = 0;
  let pages = Math.ceil(texts.join("").length / charactersOfPage);
  for (const [name, id] of files) {
    const param = `evidence[${name}]`;
    const found = sim.objects.find("file", id, account);
    if (!found) throw noSuch("file", id, param, 400);
    bytes += found.size;
    pages += sim.objects.hidden<{ pages: number }>(id).pages;
  }
  if (bytes > evidenceBytes) {
    throw invalidRequest("The files of one dispute are limited to 4.5 MB together.", {
      param: "evidence",
    });
  }
  const network = dispute.payment_method_details?.card?.network ?? "";
  const limit = pageLimits[network] ?? otherwise;
  if (pages > limit) {
    throw invalidRequest(`The evidence has about ${pages} pages; ${limit} are accepted.`, {
      code: "dispute_evidence_page_limit_exceeded",
      param: "evidence",
    });
  }
}
