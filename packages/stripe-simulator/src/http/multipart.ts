import { createHash } from "node:crypto";
import type { Raw } from "../protocol/form-encoding.ts";
import { invalidRequest } from "../protocol/stripe-error.ts";
import type { SentFile } from "../state/simulator.ts";

/**
 * The parameters of a call that brings a file, and the file
 * (https://docs.stripe.com/file-upload). Among the parameters stands the hash of its content, by
 * which a repeated call is known.
 */
export async function readFile(
  body: ArrayBuffer,
  type: string,
): Promise<{ raw: { [key: string]: Raw }; file?: SentFile }> {
  const form = await new Response(body, { headers: { "content-type": type } })
    .formData()
    .catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      throw invalidRequest("Invalid request (the multipart body cannot be read).");
    });
  const raw: { [key: string]: Raw } = {};
  let file: SentFile | undefined;
  for (const [name, value] of form) {
    if (typeof value === "string") {
      raw[name] = value;
      continue;
    }
    const bytes = new Uint8Array(await value.arrayBuffer());
    raw[name] = createHash("sha256").update(bytes).digest("hex");
    if (name === "file") file = { name: value.name, bytes };
  }
  return file ? { raw, file } : { raw };
}
