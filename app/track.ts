import type { ContactSubject } from "#core/messages/labels.ts";

/** What is worth counting (S1§7), and what is said of it: never who somebody is. */
interface Events {
  contact: { subject: ContactSubject };
}

/** Analytics end in the browser's console, one line for each event (R33). */
export function track<Name extends keyof Events>(name: Name, data: Events[Name]): void {
  console.info("analytics", name, data);
}
