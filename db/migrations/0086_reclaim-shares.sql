CREATE TABLE "reclaims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text DEFAULT 'asked' NOT NULL,
	"refused_code" text,
	"stripe_reversal_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "reclaims_stripeReversalId_unique" UNIQUE("stripe_reversal_id"),
	CONSTRAINT "reclaims_amount" CHECK ("reclaims"."amount_cents" > 0),
	CONSTRAINT "reclaims_made" CHECK (("reclaims"."status" = 'made') = ("reclaims"."stripe_reversal_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "reclaims" ADD CONSTRAINT "reclaims_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reclaims_payment_id_index" ON "reclaims" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "reclaims_asked" ON "reclaims" USING btree ("created_at") WHERE status = 'asked';