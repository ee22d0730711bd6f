export { default as lighthouse, type Report } from "lighthouse";
