import { eq } from "drizzle-orm";
import { isLive } from "#core/subscriptions/rules.ts";
import {
  credentials,
  professionalProfiles,
  professionalSubscriptions,
  profiles,
  users,
} from "#core/tables.server.ts";
import { newId } from "#platform/ids.server.ts";
import type { Database, Executor } from "#platform/postgres.server.ts";
import { passwords } from "./context.ts";
import { contradict } from "./database.ts";

/** It keeps its six digits for as long as a process runs, so that names sort as they were made. */
let counter = 100_000;
/** A number that no other row of this process has. */
export function next(): number {
  counter += 1;
  return counter;
}

/** Inserts one row and answers it as it is stored. */
async function only<Row>(rows: Promise<Row[]>): Promise<Row> {
  const [row] = await rows;
  if (!row) throw new Error("nothing was inserted");
  return row;
}

type UserOptions = Partial<typeof profiles.$inferInsert> & {
  emailVerified?: boolean;
  /** With a password the user can log in where hashes are cheap (see context.ts). */
  password?: string;
  /** Instead, where they cost what they cost on the site. */
  passwordHash?: string;
};

/** Somebody with an account: rows in `users` and `profiles` (and `credentials`). Answers the profile. */
export async function makeUser(
  db: Executor,
  { emailVerified = true, password, passwordHash, ...profile }: UserOptions = {},
): Promise<typeof profiles.$inferSelect> {
  const number = next();
  const id = profile.id ?? newId();
  const email = profile.email ?? `personne-${number}@example.fr`;
  const { firstName = "Claire", lastName = `Martin ${number}` } = profile;
  await db.insert(users).values({ id, email, emailVerified, name: firstName });
  const hash = password === undefined ? passwordHash : await passwords.hash(email, password);
  if (hash !== undefined) {
    await db.insert(credentials).values({
      id: newId(),
      userId: id,
      accountId: id,
      providerId: "credential",
      password: hash,
    });
  }
  return only(
    db
      .insert(profiles)
      .values({ ...profile, id, email, firstName, lastName })
      .returning(),
  );
}

type ProfessionalOptions = Partial<Omit<typeof professionalProfiles.$inferInsert, "userId">> & {
  /** Its owner; somebody new when left out. */
  user?: { id: string };
  /** Whether a payment account exists that may be paid (rule: bookable). On by default. */
  payments?: boolean;
};

/** A professional who can be booked. Answers the professional profile; `userId` is its owner. */
export async function makeProfessional(
  db: Executor,
  { user, payments = true, ...profile }: ProfessionalOptions = {},
): Promise<typeof professionalProfiles.$inferSelect> {
  const number = next();
  // A rating that no review gave.
  if (profile.rating || profile.totalReviews) contradict(db as Database, "I17");
  const owner = user ?? (await makeUser(db, { isPro: true, firstName: "Hélène" }));
  return only(
    db
      .insert(professionalProfiles)
      .values({
        id: newId(),
        businessName: `Cabinet ${number}`,
        businessDescription: "Un lieu calme pour souffler.",
        businessAddress: "1 rue de la Paix",
        businessCity: "Lyon",
        businessPostalCode: "69001",
        stripeConnectAccountId: payments ? `acct_test${number}` : null,
        chargesEnabled: payments,
        transfersActive: payments,
        payoutsEnabled: payments,
        detailsSubmitted: payments,
        ...profile,
        userId: owner.id,
      })
      .returning(),
  );
}

/** A plan, the free one and in force by default, which the profile repeats (rule: plan-truth). */
export async function makePlan(
  db: Executor,
  plan: Partial<typeof professionalSubscriptions.$inferInsert> & { userId: string },
): Promise<void> {
  const { planType, status, userId } = await only(
    db
      .insert(professionalSubscriptions)
      .values({ id: newId(), planType: "free", status: "active", ...plan })
      .returning(),
  );
  if (!isLive(status)) return;
  await db.update(profiles).set({ subscriptionPlan: planType }).where(eq(profiles.id, userId));
}
