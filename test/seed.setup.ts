import fc from "fast-check";
import { SEED } from "./faults/size.ts";

// A property is tried on the same input by every short run, and by another of its seed (postgres.setup.ts).
fc.configureGlobal({ seed: SEED });
