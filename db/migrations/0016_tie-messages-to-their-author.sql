ALTER TABLE "messages" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "messages_author_id_index" ON "messages" USING btree ("author_id");--> statement-breakpoint
-- Whoever asked for the deletion of their account was signed in when they did; nothing else says by
-- itself whose it is.
UPDATE "messages" SET "author_id" = "users"."id" FROM "users" WHERE "users"."email" = "messages"."email" AND "messages"."fields" ->> 'request' = 'account_deletion';
