/**
 * Sent as text, before anything is downloaded: marks the page of a browser whose clock does not go
 * as in Paris, in winter and in summer, so that it says which hours it shows (rule: date-labels).
 */
export function markElsewhere() {
  const isElsewhere = [0, 6].some((month) => {
    const noon = new Date(2026, month, 1, 12);
    return noon.toLocaleString("fr", { timeZone: "Europe/Paris" }) !== noon.toLocaleString("fr");
  });
  if (isElsewhere) document.documentElement.classList.add("elsewhere");
}
