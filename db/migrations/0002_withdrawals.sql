ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
CREATE INDEX "messages_created_at_index" ON "messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK ("messages"."kind" in ('contact', 'gift_card', 'withdrawal'));