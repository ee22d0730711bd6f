import type Stripe from "stripe";
import type { CompanyRegister } from "#platform/company-register.server.ts";
import type { Config } from "#platform/config.server.ts";
import type { Files } from "#platform/files.server.ts";
import type { Geocoder } from "#platform/geocoder.server.ts";
import type { Ical } from "#platform/ical/ical.server.ts";
import type { Jobs } from "#platform/job-queue.server.ts";
import type { Limits } from "#platform/limits.server.ts";
import type { Logger } from "#platform/log.server.ts";
import type { Mailer } from "#platform/mail.server.ts";
import type { Outside } from "#platform/outside-requests.server.ts";
import type { Passwords } from "#platform/passwords.server.ts";
import type { Database, Reader } from "#platform/postgres.server.ts";
import type { Pusher } from "#platform/push.server.ts";
import type { Readers } from "#platform/readers.server.ts";
import type { Texter } from "#platform/sms.server.ts";
import type { JobMap } from "./jobs.ts";
import type { Role } from "./roles.ts";

export interface Actor {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  isClient: boolean;
  isPro: boolean;
  /** The newest profile's id. */
  professionalId: string | null;
  hasActiveSubscription: boolean;
  /** Signed in with a temporary password (rule: guest-account). */
  mustChangePassword: boolean;
  access?: Access;
}

/** An operator, never an account of the public site (rule: operators-apart). */
export interface Operator {
  /** Null at the command line. */
  operatorId: string | null;
  name: string;
  roles: readonly Role[];
  login?: {
    openedAt: Date;
    passkeyId: string | null;
  };
}

export interface Access {
  kind: "browser" | "program";
  id: string;
}

export const MAX_USER_AGENT = 300;

export interface Runtime {
  config: Config;
  db: Database;
  readers: Readers;
  stripe: Stripe;
  mailer: Mailer;
  texter: Texter;
  pusher: Pusher;
  files: Files;
  jobs: Jobs<JobMap>;
  limits: Limits;
  passwords: Passwords;
  outside: Outside;
  companies: CompanyRegister;
  geocoder: Geocoder | null;
  ical: Ical;
  log: Logger;
  now(): Date;
}

export interface Context extends Runtime {
  /** For display only (rule: two-seconds); forms, jobs and commands read the primary. */
  reads: Reader;
  actor: Actor | null;
  /** Set only behind /operateur and at the command line. */
  operator: Operator | null;
  /** IPv4 address or IPv6 /64, the unit of limits; null inside a job. */
  address: string | null;
  /** Cut to {@link MAX_USER_AGENT}; null inside a job. */
  userAgent: string | null;
  requestId: string;
}

/** Makes a use case the work of a job, which may run twice. */
export const defineJob = <
  const Name extends keyof JobMap,
  Run extends (ctx: Context, data: JobMap[Name]) => Promise<unknown>,
>(
  name: Name,
  run: Run,
) => Object.assign(run, { jobName: name });
