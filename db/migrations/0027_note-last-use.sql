-- Of accounts that exist nobody noted the last use: theirs begins today.
ALTER TABLE "profiles" ADD COLUMN "last_active_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "unused_notice" uuid;--> statement-breakpoint
-- on purpose: sign-ups and changes of profiles wait while it is built, about a second for a million accounts
CREATE INDEX "profiles_by_last_use" ON "profiles" USING btree ("last_active_at") WHERE account_status = 'active';