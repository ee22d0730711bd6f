ALTER TABLE "slots" ADD COLUMN "has_line" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- on purpose: the index is empty, but all slots are read once for it, while everybody waits for them
CREATE INDEX "slots_with_line" ON "slots" USING btree ("start_datetime") WHERE has_line and bookable;--> statement-breakpoint
CREATE FUNCTION note_line() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE slots SET has_line = true WHERE id = NEW.slot_id AND NOT has_line;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The release before writes entries meanwhile, and knows nothing of the mark.
CREATE TRIGGER line_noted AFTER INSERT ON "waiting_entries"
FOR EACH ROW EXECUTE FUNCTION note_line();--> statement-breakpoint
-- on purpose: the few slots that somebody waits for, whose old entries go with their past
UPDATE slots SET has_line = true WHERE id IN (SELECT slot_id FROM waiting_entries);
