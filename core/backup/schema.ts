import { z } from "zod";

export const backupInput = z.object({ folder: z.string().min(1) });

const checked = z.object({
  sha256: z.string(),
});

export const manifestSchema = z.object({
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In an order in which they can be filled. */
  tables: z.array(
    checked.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() }),
  ),
  files: z.array(checked.extend({ key: z.string() })),
  jobs: z.array(z.object({ name: z.string(), data: z.record(z.string(), z.unknown()) })),
});

export type Manifest = z.output<typeof manifestSchema>;
