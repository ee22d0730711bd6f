import { SELLERS, stripeAccountOf } from "./people.ts";

/** The switches of the Stripe stand-in that the demo uses (`GET /_simulator` documents them). */
export interface Simulator {
  /** Makes the practitioners' connected accounts, unless they are there. */
  seedAccounts(): Promise<void>;
  /** Pays a checkout as the provider's page would. */
  pay(checkoutId: string, name: string): Promise<void>;
  /** Moves its clock; null brings it back to the real time. */
  setClock(now: Date | null): Promise<void>;
}

/** @param url of the simulator, without a trailing slash. */
export function openSimulator(url: string): Simulator {
  async function post(path: string, body: object): Promise<void> {
    const response = await fetch(`${url}/_simulator/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`the simulator refuses ${path}: ${answer}`);
  }
  return {
    async seedAccounts() {
      await Promise.all(
        SELLERS.map((professional) =>
          post("accounts", {
            id: stripeAccountOf(professional),
            business_name: professional.business,
          }),
        ),
      );
    },
    pay: (checkoutId, name) => post(`checkouts/${checkoutId}/pay`, { billingName: name }),
    setClock: (now) => post("clock", { now: now?.toISOString() ?? null }),
  };
}
