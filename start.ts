import { readEnvironmentFile } from "./launch/environment.ts";
import { launch } from "./launch/launch.ts";
import { Refusal } from "./launch/refusal.ts";

/*
 * The launcher behind `npm start`: database, simulator, mail catcher, migrations, demo data, server.
 * `--dev` puts Vite's development server in the place of the built site.
 */
try {
  readEnvironmentFile();
  await launch(process.env, process.argv.includes("--dev") ? "development" : "production");
} catch (error) {
  // A refusal is one sentence for the person at the terminal; anything else is a defect of ours.
  console.error(error instanceof Refusal ? error.message : error);
  process.exit(1);
}
