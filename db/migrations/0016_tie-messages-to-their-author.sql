ALTER TABLE "messages" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_author_id_users_id_fk";--> statement-breakpoint
-- on purpose: what people write to the support is thousands of rows at most, so this takes milliseconds
CREATE INDEX "messages_author_id_index" ON "messages" USING btree ("author_id");--> statement-breakpoint
-- Whoever asked for the deletion of their account was signed in when they did; nothing else says by
-- itself whose it is.
-- on purpose: the few rows of requests that wait, which the version before only reads
UPDATE "messages" SET "author_id" = "users"."id" FROM "users" WHERE "users"."email" = "messages"."email" AND "messages"."fields" ->> 'request' = 'account_deletion';
