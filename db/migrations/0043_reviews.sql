CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"professional_id" uuid NOT NULL,
	"offering_id" uuid NOT NULL,
	"rating" smallint,
	"rates" "tstzrange",
	"text" text NOT NULL,
	"tags" text[] NOT NULL,
	"status" text NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone,
	CONSTRAINT "reviews_bookingId_unique" UNIQUE("booking_id"),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_rates" CHECK (("reviews"."rating" is null) = ("reviews"."rates" is null)),
	CONSTRAINT "reviews_text" CHECK (length("reviews"."text") <= 1000),
	CONSTRAINT "reviews_tags" CHECK (cardinality("reviews"."tags") <= 3),
	CONSTRAINT "reviews_status" CHECK ("reviews"."status" in ('published', 'waiting', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_author_id_profiles_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_offering_id_offerings_id_fk" FOREIGN KEY ("offering_id") REFERENCES "public"."offerings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_of_professional" ON "reviews" USING btree ("professional_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "reviews_of_offering" ON "reviews" USING btree ("offering_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_one_rating_a_year"
  EXCLUDE USING gist ("author_id" WITH =, "professional_id" WITH =, "rates" WITH &&) WHERE (status <> 'refused');