/* For operators (rule: work-queue). */

export { findRefused, listRefused, type RefusedMail, settleRefused } from "./store.server.ts";
