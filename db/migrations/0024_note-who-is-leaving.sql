ALTER TABLE "profiles" ADD COLUMN "deletion_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "token_families" ADD COLUMN "user_agent" text;--> statement-breakpoint
-- on purpose: holds nobody at this moment, so one read of the table makes it
CREATE INDEX "profiles_leaving" ON "profiles" USING btree ("deletion_asked_at") WHERE "profiles"."deletion_asked_at" is not null;--> statement-breakpoint
-- on purpose: the few rows of requests that wait, of people who publish nothing meanwhile
UPDATE "profiles" SET "deletion_asked_at" = "messages"."created_at" FROM "messages" WHERE "messages"."author_id" = "profiles"."id" AND "messages"."fields" ->> 'request' = 'account_deletion' AND "profiles"."account_status" = 'active';
