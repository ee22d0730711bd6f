ALTER TABLE "offerings" ADD COLUMN "is_address_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- on purpose: a table written when a professional edits what they offer, one reading of it without sorting
CREATE INDEX "offerings_unlocated" ON "offerings" USING btree ("id") WHERE is_active and not is_online and address is not null and pin is null and address_point is null;