/** An event as a calendar writes it; each property is a line. */
export function vevent(...lines: string[]): string {
  return ["BEGIN:VEVENT", "DTSTAMP:20261101T000000Z", ...lines, "END:VEVENT"].join("\r\n");
}

/** A calendar of such events, and whatever else is to stand in it. */
export function vcalendar(...parts: string[]): string {
  const head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Somebody//FR"];
  return [...head, ...parts, "END:VCALENDAR", ""].join("\r\n");
}
