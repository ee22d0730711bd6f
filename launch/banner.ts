import type { LaunchPlan } from "./launch-plan.ts";

/** The people of the demo (db/demo); all share one password. */
const ACCOUNTS: [email: string, who: string][] = [
  ["camille@example.fr", "client, with favourites and bookings"],
  ["ines@example.fr", "professional, Premium, payments ready"],
  ["leo@example.fr", "professional, free plan, 4 of 5 sessions used"],
  ["nora@example.fr", "professional without a payment account"],
  ["sam@example.fr", "client and professional"],
  ["operateur@example.fr", "operator with all roles, without a second factor in the demo"],
];

/** Everything that somebody who has just started the product wants to know. */
export function banner(
  { demo, appUrl, dataDir, smtpUrl }: LaunchPlan,
  databaseUrl: string,
  simulatorUrl: string | undefined,
): string {
  const demoOnly: [label: string, value: string][] = [
    ["Mails", smtpUrl ? `sent by ${new URL(smtpUrl).host}` : `${appUrl}/demo/mails`],
    ["Payments, simulated", `${simulatorUrl}/_simulator`],
    ["Operators", `${appUrl}/operateur/connexion, the others' codes on ${appUrl}/demo/operateurs`],
    ["Database", databaseUrl],
  ];
  const lines: [label: string, value: string][] = [
    ["Site", appUrl],
    ["API", `${appUrl}/api/docs`],
    ...(demo ? demoOnly : []),
    ["Data and logs", dataDir],
  ];
  const accounts = demo ? ["", "  Accounts, password parenthese:", ...ACCOUNTS.map(row)] : [];
  return ["", "( ) Parenthèse is running", "", ...lines.map(row), ...accounts, ""].join("\n");
}

function row([label, value]: [string, string]): string {
  return `  ${label.padEnd(20)} ${value}`;
}
