CREATE TABLE "goodwill_proposals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"granted" boolean,
	"answer" text,
	CONSTRAINT "goodwill_proposals_amount" CHECK ("goodwill_proposals"."amount_cents" > 0),
	CONSTRAINT "goodwill_proposals_decided" CHECK (("goodwill_proposals"."decided_at" is null) = ("goodwill_proposals"."granted" is null))
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "terms_since" date;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goodwill_proposals" ADD CONSTRAINT "goodwill_proposals_proposed_by_operators_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "goodwill_proposals_one_open" ON "goodwill_proposals" USING btree ("booking_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "goodwill_proposals_proposed_by_index" ON "goodwill_proposals" USING btree ("proposed_by");--> statement-breakpoint
-- Gifts that wait for a second person: until now the journal alone knew of them.
INSERT INTO "goodwill_proposals" ("id", "booking_id", "amount_cents", "reason", "proposed_by", "created_at")
SELECT gen_random_uuid(), b."id", (d."content"::jsonb #>> '{after,amountCents}')::int,
  coalesce(d."content"::jsonb ->> 'reason', ''), a."operator_id", a."at"
FROM "acts" a
JOIN "act_details" d ON d."number" = a."number"
JOIN "bookings" b ON b."id"::text = a."object_id"
WHERE a."act" = 'goodwill_proposed' AND a."object_kind" = 'booking'
  AND (d."content"::jsonb #>> '{after,amountCents}') IS NOT NULL
  AND NOT EXISTS (SELECT FROM "acts" later WHERE later."object_kind" = 'booking'
    AND later."object_id" = a."object_id" AND later."number" > a."number"
    AND later."act" IN ('goodwill_proposed', 'goodwill_given'));
