/*
 * The folders of core, those of app/parts, and the simulator's rooms have an order: none imports
 * another that leads back to it (docs/architecture.md draws the first two). A run of its own, because
 * a test may use any capability, and what lies loose in core is below all of them. The rule sees the
 * rooms of a capability one by one; scripts/draw-architecture.ts adds them up.
 */

import files from "./.dependency-cruiser.mjs";

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-circles-of-folders",
      comment: "Move a file down or up, hand a listener in, or put what both need below both.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...files.options,
    includeOnly: { path: "^(core|app/parts|packages/stripe-simulator/src)/[^/]+/" },
    exclude: { path: "\\.test\\.tsx?$|^core/(tables|texts)/" },
  },
};
