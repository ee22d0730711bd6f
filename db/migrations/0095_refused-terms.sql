ALTER TABLE "account_decisions" ADD COLUMN "terms_change_id" uuid;--> statement-breakpoint
-- on purpose: the column is new and empty, and decisions about accounts are few
ALTER TABLE "account_decisions" ADD CONSTRAINT "account_decisions_terms_change_id_terms_changes_id_fk" FOREIGN KEY ("terms_change_id") REFERENCES "public"."terms_changes"("id") ON DELETE no action ON UPDATE no action;
