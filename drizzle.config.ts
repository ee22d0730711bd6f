import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./core/tables.server.ts",
  out: "./db/migrations",
  casing: "snake_case",
});
