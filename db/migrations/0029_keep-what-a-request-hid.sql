ALTER TABLE "profiles" ADD COLUMN "deletion_hid" uuid[];--> statement-breakpoint
-- on purpose: the few rows of requests that wait, of people who publish nothing meanwhile
UPDATE "profiles" SET "deletion_hid" = array(select jsonb_array_elements_text(m.fields -> 'hidden')::uuid from (select fields from "messages" where author_id = "profiles"."id" and fields ->> 'request' = 'account_deletion' order by created_at desc limit 1) m) WHERE "deletion_asked_at" is not null;
