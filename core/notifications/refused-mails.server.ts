/* The mails that no server took, for operators, who see to them (rule: work-queue). */

export { findRefused, listRefused, type RefusedMail, settleRefused } from "./store.server.ts";
