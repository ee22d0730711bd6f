import { z } from "zod";

export const backupInput = z.object({ folder: z.string().min(1) });

const checked = z.object({
  /** SHA-256 of the file as it lies in the folder, in hexadecimal. */
  sha256: z.string(),
});

/** The list of everything in a backup, by which it can be verified. */
export const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  /** Hashes of the migrations that the schema was made by, in their order. */
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(
    checked.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  files: z.array(checked.extend({ key: z.string() })),
  /** The jobs that were waiting. */
  jobs: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })),
});

export type Manifest = z.output<typeof manifestSchema>;
