/*
 * The folders of core, and those of app/parts, have an order: none imports another that leads back to
 * it (docs/architecture.md draws it). A run of its own, because a test may use any capability, and what
 * lies loose in core is below all of them.
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
    includeOnly: { path: "^(core|app/parts)/[^/]+/" },
    exclude: { path: "\\.test\\.tsx?$" },
  },
};
