ALTER TABLE "readings" ALTER COLUMN "operator_id" DROP NOT NULL;--> statement-breakpoint
-- A trigger for each row does not see a truncation.
CREATE FUNCTION keep_journal() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'acts of operators are kept as they are for five years';
END $$;--> statement-breakpoint
CREATE TRIGGER acts_not_truncated BEFORE TRUNCATE ON "acts"
FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();--> statement-breakpoint
CREATE TRIGGER act_details_not_truncated BEFORE TRUNCATE ON "act_details"
FOR EACH STATEMENT EXECUTE FUNCTION keep_journal();--> statement-breakpoint
-- on purpose: operators do some hundred acts a day, so that none waits
CREATE INDEX "act_details_person_id_number_index" ON "act_details" USING btree ("person_id","number");--> statement-breakpoint
-- on purpose: operators do some hundred acts a day, so that none waits
CREATE INDEX "acts_object_id_number_index" ON "acts" USING btree ("object_id","number");--> statement-breakpoint
-- on purpose: operators do some hundred acts a day, so that none waits
CREATE INDEX "acts_operator_id_number_index" ON "acts" USING btree ("operator_id","number");--> statement-breakpoint
-- on purpose: operators do some hundred acts a day, so that none waits
CREATE INDEX "acts_act_number_index" ON "acts" USING btree ("act","number");--> statement-breakpoint
-- on purpose: the one with the number finds the same
DROP INDEX "act_details_person_id_index";--> statement-breakpoint
-- on purpose: the one with the number finds the same
DROP INDEX "acts_object_kind_object_id_index";--> statement-breakpoint
-- on purpose: the one with the number finds the same
DROP INDEX "acts_operator_id_index";
