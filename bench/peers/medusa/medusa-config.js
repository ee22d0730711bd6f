import { defineConfig } from "@medusajs/framework/utils";

// Alone in one process, as a first start has it: events, locks and caches are in its memory.
export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      ...{ storeCors: "*", adminCors: "*", authCors: "*" },
      ...{ jwtSecret: "bench", cookieSecret: "bench" },
    },
  },
  admin: { disable: true },
});
