ALTER TABLE "account_decisions" DROP CONSTRAINT "account_decisions_facts";--> statement-breakpoint
ALTER TABLE "content_decisions" DROP CONSTRAINT "content_decisions_facts";--> statement-breakpoint
-- on purpose: it allows what was refused before, and decisions are few
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_facts" CHECK (length("account_decisions"."facts") <= 1000);--> statement-breakpoint
-- on purpose: it allows what was refused before, and decisions are few
ALTER TABLE "content_decisions" ADD CONSTRAINT "content_decisions_facts" CHECK (length("content_decisions"."facts") <= 1000);