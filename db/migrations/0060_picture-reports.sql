ALTER TABLE "content_decisions" DROP CONSTRAINT "content_decisions_offering_id_offerings_id_fk";
--> statement-breakpoint
ALTER TABLE "content_reports" DROP CONSTRAINT "content_reports_offering_id_offerings_id_fk";
--> statement-breakpoint
ALTER TABLE "content_decisions" ADD COLUMN "image_url" text;--> statement-breakpoint
ALTER TABLE "content_reports" ADD COLUMN "is_picture" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_reports" ADD COLUMN "snapshot" jsonb;--> statement-breakpoint
ALTER TABLE "images" ADD COLUMN "withheld_at" timestamp with time zone;--> statement-breakpoint
-- on purpose: an index of rows that there are none of yet, on a table that is written when somebody uploads a picture
CREATE INDEX "images_withheld" ON "images" USING btree ("withheld_at") WHERE withheld_at is not null;--> statement-breakpoint
-- on purpose: reports are a few thousand rows, and whoever decides about one waits for a moment
UPDATE "content_reports" r SET "snapshot" = jsonb_build_object('kind', o.kind, 'title', o.title,
  'texts', jsonb_build_array(o.title, o.description), 'imageUrl', o.image_url)
FROM "offerings" o WHERE o.id = r.offering_id;--> statement-breakpoint
-- on purpose: as many rows again at most, of pages; whoever decides about one waits for a moment
UPDATE "content_reports" r SET "snapshot" = jsonb_build_object('kind', 'professional', 'title', p.business_name,
  'texts', jsonb_build_array(p.business_name, coalesce(p.business_description, '')), 'imageUrl', null)
FROM "professional_profiles" p WHERE p.id = r.professional_id AND r.offering_id IS NULL;
