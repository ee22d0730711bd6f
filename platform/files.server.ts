import path from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";
import type { Config } from "./config.server.ts";

export interface Files {
  write(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Uint8Array | null>;
  /** Succeeds if already gone. */
  remove(key: string): Promise<void>;
}

export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Files {
  let opened: Promise<Disk> | undefined;
  const disk = () => {
    opened ??= s3 ? openBucket(s3) : Promise.resolve(openFolder(path.join(dataDir, "files")));
    return opened;
  };
  return {
    async write(key, bytes) {
      await (await disk()).put(key, bytes);
    },
    async read(key) {
      try {
        return await (await disk()).getBytes(key);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      await (await disk()).delete(key);
    },
  };
}

function openFolder(folder: string): Disk {
  return new Disk(new FSDriver({ location: folder, visibility: "private" }));
}

/** Any S3 store, private, with up to three attempts and 5 s of silence each. */
async function openBucket(s3: NonNullable<Config["s3"]>): Promise<Disk> {
  // Loads 20 MB of SDK only where S3 is used.
  const { S3Driver } = await import("flydrive/drivers/s3");
  return new Disk(
    new S3Driver({
      bucket: s3.bucket,
      region: s3.region,
      credentials: { accessKeyId: s3.accessKeyId, secretAccessKey: s3.secretAccessKey },
      // Stores other than Amazon's are addressed by path, which all of them understand.
      ...(s3.endpoint && { endpoint: s3.endpoint, forcePathStyle: true }),
      visibility: "private",
      supportsACL: false,
      maxAttempts: 3,
      requestHandler: {
        connectionTimeout: 2_000,
        requestTimeout: 5_000,
        socketTimeout: 5_000,
        throwOnRequestTimeout: true,
      },
      // Not every store knows the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    }),
  );
}

function isMissing(error: unknown): boolean {
  const { cause } = error as {
    cause?: { code?: string; $metadata?: { httpStatusCode?: number } };
  };
  return cause?.code === "ENOENT" || cause?.$metadata?.httpStatusCode === 404;
}
