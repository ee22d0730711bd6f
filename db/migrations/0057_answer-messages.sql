ALTER TABLE "messages" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_answer" CHECK (length("messages"."answer") between 1 and 5000) NOT VALID;--> statement-breakpoint
ALTER TABLE "messages" VALIDATE CONSTRAINT "messages_answer";