import type { Actor } from "#core/context.server.ts";
import { dayKey } from "#core/dates.ts";
import { slugOf } from "#core/landings/rules.ts";
import { isPlausibleSiret } from "#core/professionals/rules.ts";
import type {
  credentials,
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  proofs,
  taxDetails,
  users,
} from "#core/tables.server.ts";
import { CAMILLE, type Client, INES, LEO, NORA, REGULARS, SAM } from "./accounts.ts";
import { addDays } from "./calendar.ts";
import { dice, fixedId } from "./seeded-random.ts";
import { CLIENTS, PROFESSIONALS, type Professional } from "./texts.ts";

/** The people who offer something, in the order of their numbers. */
export const SELLERS: Professional[] = [INES, LEO, SAM, ...PROFESSIONALS];
const ALL_PROFESSIONALS = [...SELLERS, NORA];

const ACCOUNTS: Client[] = [CAMILLE, INES, LEO, NORA, SAM];
/** People who book and do not sell. */
const BUYERS: Client[] = [CAMILLE, SAM, ...REGULARS, ...CLIENTS];

const PEOPLE: Client[] = [
  CAMILLE,
  ...ALL_PROFESSIONALS.map((person) => ({ ...person, email: emailOf(person) })),
  ...REGULARS,
  ...CLIENTS,
];
const USER_IDS = new Map(PEOPLE.map(({ email }, number) => [email, fixedId("user", number)]));

export function userIdOf(email: string): string {
  const id = USER_IDS.get(email);
  if (!id) throw new Error(`nobody has the address ${email}`);
  return id;
}

/** « Camille Rousset », by her e-mail. */
export function nameOf(email: string): string {
  const person = PEOPLE.find((one) => one.email === email);
  if (!person) throw new Error(`nobody has the address ${email}`);
  return `${person.firstName} ${person.lastName}`;
}

export const professionalIdOf = (professional: Professional) =>
  fixedId("professional", ALL_PROFESSIONALS.indexOf(professional));

/** The connected account at the provider; null for the practitioner who has none. */
export const stripeAccountOf = (professional: Professional) =>
  professional === NORA ? null : `acct_demo${ALL_PROFESSIONALS.indexOf(professional)}`;

/** How the month of {@link LEO}'s quota stands, in days before the loading. */
export const LEO_QUOTA = { monthSince: 12, sessionsCreated: [11, 9, 5, 2] };
/** The same for {@link INES}: the rest of her catalogue is older. */
export const INES_QUOTA = { monthSince: 12, sessionsCreated: [10, 6, 3] };

/** Rows of everybody. `passwordHash` is the one password's. */
export function peopleRows(now: Date, passwordHash: string) {
  const userRows: (typeof users.$inferInsert)[] = [];
  const profileRows: (typeof profiles.$inferInsert)[] = [];
  for (const [number, { email, firstName, lastName }] of PEOPLE.entries()) {
    const id = fixedId("user", number);
    const createdAt = memberSince(now, email);
    const isPro = email === SAM.email || !BUYERS.some((client) => client.email === email);
    userRows.push({ id, email, emailVerified: true, name: firstName, createdAt });
    profileRows.push({
      id,
      email,
      firstName,
      lastName,
      isPro,
      createdAt,
      phone: phoneOf(number),
      // Two of them are reminded by text messages, which arrive in the demo's own box.
      ...((email === CAMILLE.email || email === INES.email) && {
        smsNumber: phoneOf(number).replace(/^0/, "+33").replaceAll(" ", ""),
        smsAgreedAt: createdAt,
      }),
      isClient: !isPro || BUYERS.some((buyer) => buyer.email === email),
      canCreateActivities: email === INES.email,
      sessionCount: sessionCountOf(email),
      subscriptionPlan: isPro ? planOf(email) : null,
      quotaAnchor: addDays(now, -LEO_QUOTA.monthSince),
      lastQuotaReset: addDays(now, -LEO_QUOTA.monthSince),
    });
  }
  const credentialRows = ACCOUNTS.map(({ email }, number): typeof credentials.$inferInsert => ({
    id: fixedId("credential", number),
    userId: userIdOf(email),
    accountId: userIdOf(email),
    providerId: "credential",
    password: passwordHash,
  }));
  return {
    users: userRows,
    profiles: profileRows,
    credentials: credentialRows,
    professionalProfiles: ALL_PROFESSIONALS.map((professional, number) =>
      professionalRow(professional, number, now),
    ),
    // Léo has not given his yet.
    taxDetails: [taxDetailsOf(INES, now)],
    proofs: ALL_PROFESSIONALS.flatMap((professional, number) =>
      professional.verified ? proofRows(professional, number, now) : [],
    ),
    professionalSubscriptions: ALL_PROFESSIONALS.map((professional, number) =>
      subscriptionRow(professional, number, now),
    ),
  };
}

function professionalRow(
  professional: Professional,
  number: number,
  now: Date,
): typeof professionalProfiles.$inferInsert {
  const stripeConnectAccountId = stripeAccountOf(professional);
  const payable = stripeConnectAccountId !== null;
  const email = emailOf(professional);
  return {
    id: professionalIdOf(professional),
    userId: userIdOf(email),
    businessName: professional.business,
    businessDescription: professional.about,
    vatStatus: "exempt",
    businessAddress: professional.street,
    businessCity: professional.city,
    businessPostalCode: professional.postcode,
    businessPhone: phoneOf(number + 1),
    siret: siretOf(number),
    isVerified: professional.verified,
    stripeConnectAccountId,
    chargesEnabled: payable,
    transfersActive: payable,
    payoutsEnabled: payable,
    detailsSubmitted: payable,
    createdAt: memberSince(now, email),
  };
}

/** The proofs behind each tick (rule: tick), looked at on different days of the last weeks. */
function proofRows(
  professional: Professional,
  number: number,
  now: Date,
): (typeof proofs.$inferInsert)[] {
  const { trades, firstName, lastName, city, postcode } = professional;
  const decidedAt = addDays(now, -(30 + (number % 90)));
  const common = {
    ...{ professionalId: professionalIdOf(professional), status: "accepted" as const },
    ...{ createdAt: addDays(decidedAt, -1), decidedAt },
  };
  const checkedAt = addDays(now, -(1 + (number % 28)));
  const siret = siretOf(number);
  const trade = (trades[0] ?? "Bien-être").toLowerCase();
  const year = 2012 + (number % 12);
  return [
    {
      ...{ ...common, id: fixedId("proof", number * 4), kind: "company", number: siret, checkedAt },
      register: {
        ...{ siret, name: `${lastName} ${firstName}`, activity: "96.04Z", postalCode: postcode },
        ...{ city, isActive: true, openedOn: `${year}-09-01` },
      },
    },
    { ...common, id: fixedId("proof", number * 4 + 1), kind: "identity", checkedAt },
    {
      ...{ ...common, id: fixedId("proof", number * 4 + 2), kind: "diploma" },
      ...{ title: `Certificat de pratique, ${trade}`, issuer: `Institut de ${city}` },
      issuedOn: `${year}-06-18`,
    },
    {
      ...{ ...common, id: fixedId("proof", number * 4 + 3), kind: "insurance" },
      ...{ title: `RC professionnelle ${77_410 + number}`, issuer: "Mutuelle des Deux Rives" },
      ...{
        issuedOn: dayKey(addDays(decidedAt, -(1 + (number % 90)))),
        expiresOn: dayKey(insuredUntil(now, number)),
      },
    },
  ];
}

/** Far enough that no tick goes out before the demo's next start, which renews it. */
function insuredUntil(now: Date, number: number): Date {
  return addDays(now, 120 + ((number * 37) % 240));
}

function taxDetailsOf(
  professional: Professional & Client,
  now: Date,
): typeof taxDetails.$inferInsert {
  return {
    professionalId: professionalIdOf(professional),
    legalForm: "person",
    legalName: `${professional.firstName} ${professional.lastName}`,
    address: professional.street,
    postalCode: professional.postcode,
    city: professional.city,
    country: "FR",
    birthDate: "1984-05-21",
    taxNumber: "3023217600053",
    accountCountry: "FR",
    createdAt: now,
    updatedAt: now,
  };
}

function subscriptionRow(
  professional: Professional,
  number: number,
  now: Date,
): typeof professionalSubscriptions.$inferInsert {
  const planType = planOf(emailOf(professional));
  return {
    id: fixedId("subscription", number),
    userId: userIdOf(emailOf(professional)),
    planType,
    status: "active",
    currentPeriodEnd: planType === "premium" ? addDays(now, 18) : null,
    createdAt: memberSince(now, emailOf(professional)),
  };
}

const planOf = (email: string) => (email === INES.email ? "premium" : "free");

function sessionCountOf(email: string): number {
  if (email === LEO.email) return LEO_QUOTA.sessionsCreated.length;
  return email === INES.email ? INES_QUOTA.sessionsCreated.length : 0;
}

function memberSince(now: Date, email: string): Date {
  return addDays(now, -dice(`member ${email}`).between(380, 900));
}

export function emailOf(person: { firstName: string; lastName: string; email?: string }): string {
  return person.email ?? `${slugOf(person.firstName)}.${slugOf(person.lastName)}@example.fr`;
}

/** A SIRET that belongs to no company, with a last digit that fits. */
function siretOf(number: number): string {
  const start = `0000${String(number).padStart(5, "0")}0001`;
  const last = [..."0123456789"].find((digit) => isPlausibleSiret(start + digit));
  return `${start}${last}`;
}

/** From the range of numbers that nobody gets, kept for fiction (Arcep, plan de numérotation). */
function phoneOf(number: number): string {
  const digits = String(number * 37 + 1_204).padStart(4, "0");
  return `06 39 98 ${digits.slice(0, 2)} ${digits.slice(2, 4)}`;
}

/** The actor that these people are when they buy. */
export function actorOf({ email, firstName, lastName }: Client): Actor {
  return {
    userId: userIdOf(email),
    email,
    firstName,
    lastName,
    isClient: true,
    isPro: false,
    professionalId: null,
    hasActiveSubscription: false,
    mustChangePassword: false,
  };
}
