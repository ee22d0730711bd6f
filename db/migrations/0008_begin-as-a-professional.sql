CREATE TABLE "payment_account_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"professional_id" uuid NOT NULL,
	"email" text NOT NULL,
	"business_name" text NOT NULL,
	"business_type" text NOT NULL,
	"country" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_account_requests_professionalId_unique" UNIQUE("professional_id"),
	CONSTRAINT "payment_account_requests_business_type" CHECK ("payment_account_requests"."business_type" in ('individual', 'company', 'non_profit')),
	CONSTRAINT "payment_account_requests_country" CHECK ("payment_account_requests"."country" in ('FR', 'BE', 'CH', 'CA'))
);
--> statement-breakpoint
CREATE TABLE "professional_drafts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"business_name" text NOT NULL,
	"business_description" text NOT NULL,
	"business_address" text,
	"business_city" text,
	"business_postal_code" text,
	"business_phone" text,
	"siret" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "professional_profiles" ADD COLUMN "requirements_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_account_requests" ADD CONSTRAINT "payment_account_requests_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "professional_drafts" ADD CONSTRAINT "professional_drafts_user_id_profiles_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;