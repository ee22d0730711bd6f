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

/** The user or program that acts. `null` in a context is a visitor. */
export interface Actor {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  isClient: boolean;
  isPro: boolean;
  /** The newest professional profile's id. */
  professionalId: string | null;
  hasActiveSubscription: boolean;
  /**
   * Signed in with a temporary password, which opens nothing but its own change (rule:
   * guest-account).
   */
  mustChangePassword: boolean;
  /** The open login by which they act; absent inside a job. */
  access?: Access;
}

/**
 * Somebody who runs this marketplace. No account of the public site is one (rule: operators-apart).
 */
export interface Operator {
  /** Null at the command line. */
  operatorId: string | null;
  name: string;
  roles: readonly Role[];
  /** The login by which they act; absent at the command line. */
  login?: {
    openedAt: Date;
    /** The passkey that opened it; null of one by password. */
    passkeyId: string | null;
  };
}

/** The login of a browser, or the tokens of a program. */
export interface Access {
  kind: "browser" | "program";
  id: string;
}

/** Characters kept of a client's name for itself: the rest is of no use. */
export const USER_AGENT_MAX = 300;

/** Everything that one process shares between all requests and jobs. */
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
  /** The way to addresses that users give. */
  outside: Outside;
  /** The public register of companies. */
  companies: CompanyRegister;
  /** Says where an address is; null where none is configured. */
  geocoder: Geocoder | null;
  ical: Ical;
  log: Logger;
  /** The clock; tests set it. */
  now(): Date;
}

/** The first argument of every use case. */
export interface Context extends Runtime {
  /**
   * For what is shown and decides nothing (rule: two-seconds). Only a request that asks for a page or
   * a list may be given a replica here; forms, jobs and commands read what is written.
   */
  reads: Reader;
  actor: Actor | null;
  /** Set behind /operateur and at the command line alone. */
  operator: Operator | null;
  /** The client's network, by which limits count: an IPv4 address or an IPv6 /64; null inside a job. */
  address: string | null;
  /** The client's name for itself, cut to {@link USER_AGENT_MAX}; null inside a job. */
  userAgent: string | null;
  requestId: string;
}
