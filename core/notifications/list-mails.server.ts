export {
  findRefused,
  listRefused,
  listSentMails,
  type RefusedMail,
  settleRefused,
} from "./store.server.ts";
