CREATE TABLE "dispute_files" (
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_id" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_files_payment_id_kind_pk" PRIMARY KEY("payment_id","kind")
);
--> statement-breakpoint
ALTER TABLE "dispute_files" ADD CONSTRAINT "dispute_files_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;