/** Sent as text: marks a page whose browser's clock differs from Paris (rule: date-labels). */
export function markElsewhere() {
  const isElsewhere = [0, 6].some((month) => {
    const noon = new Date(2026, month, 1, 12);
    return noon.toLocaleString("fr", { timeZone: "Europe/Paris" }) !== noon.toLocaleString("fr");
  });
  if (isElsewhere) document.documentElement.classList.add("elsewhere");
}
