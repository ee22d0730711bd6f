CREATE TABLE "tax_details" (
	"professional_id" uuid PRIMARY KEY NOT NULL,
	"legal_form" text NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"postal_code" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"birth_date" date,
	"registration" text,
	"tax_number" text NOT NULL,
	"account_country" text NOT NULL,
	"vat_number" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tax_details_form" CHECK (case "tax_details"."legal_form" when 'person' then "tax_details"."birth_date" is not null
        when 'firm' then "tax_details"."registration" is not null else false end)
);
--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "vat_rate" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tax_details" ADD CONSTRAINT "tax_details_professional_id_professional_profiles_id_fk" FOREIGN KEY ("professional_id") REFERENCES "public"."professional_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_vat" CHECK ("bookings"."vat_rate" between 0 and 10000) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" VALIDATE CONSTRAINT "bookings_vat";