const PLAN_NAMES: Record<string, string> = {
  free: "Free",
  flow: "Free",
  premium: "Premium",
  boost: "Premium",
  expand: "Enterprise",
};

/** The name under which a stored plan is shown; null for none, or one outside the catalogue (R10). */
export function planName(plan: string | null): string | null {
  return plan !== null && Object.hasOwn(PLAN_NAMES, plan) ? (PLAN_NAMES[plan] ?? null) : null;
}
