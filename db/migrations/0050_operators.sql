CREATE TABLE "act_details" (
	"number" bigint PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"salt" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acts" (
	"number" bigint PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"operator_id" uuid,
	"act" text NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"fields" text[] NOT NULL,
	"details_hash" text,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_logins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"user_agent" text,
	"opened_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operators" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"password_hash" text NOT NULL,
	"totp_secret" text NOT NULL,
	"totp_used" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "operators_email_unique" UNIQUE("email"),
	CONSTRAINT "operators_roles" CHECK (cardinality("operators"."roles") > 0 and "operators"."roles" <@ array['assistance', 'finance', 'administration'])
);
--> statement-breakpoint
CREATE TABLE "readings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"operator_id" uuid NOT NULL,
	"object_kind" text NOT NULL,
	"object_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"operator_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_operator_id_code_hash_pk" PRIMARY KEY("operator_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "taken_work" (
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"operator_id" uuid NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "taken_work_kind_object_id_pk" PRIMARY KEY("kind","object_id")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "dispute_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "act_details" ADD CONSTRAINT "act_details_number_acts_number_fk" FOREIGN KEY ("number") REFERENCES "public"."acts"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acts" ADD CONSTRAINT "acts_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_logins" ADD CONSTRAINT "operator_logins_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "readings" ADD CONSTRAINT "readings_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taken_work" ADD CONSTRAINT "taken_work_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "act_details_person_id_index" ON "act_details" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "acts_object_kind_object_id_index" ON "acts" USING btree ("object_kind","object_id");--> statement-breakpoint
CREATE INDEX "acts_operator_id_index" ON "acts" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "acts_at_index" ON "acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "operator_logins_operator_id_index" ON "operator_logins" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "operator_logins_opened_at_index" ON "operator_logins" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "readings_at_index" ON "readings" USING btree ("at");--> statement-breakpoint
CREATE INDEX "readings_operator_id_index" ON "readings" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "readings_object_kind_object_id_index" ON "readings" USING btree ("object_kind","object_id");--> statement-breakpoint
CREATE INDEX "taken_work_operator_id_index" ON "taken_work" USING btree ("operator_id");--> statement-breakpoint
-- on purpose: a small table, written a few times an hour
CREATE INDEX "messages_open" ON "messages" USING btree ("created_at") WHERE closed_at is null;--> statement-breakpoint
-- Chains an act to the one before, in the one place that writes and checks it.
CREATE FUNCTION act_hash(previous text, number bigint, at timestamptz, operator_id uuid, act text,
  object_kind text, object_id text, fields text[], details_hash text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
RETURN encode(sha256(convert_to(concat_ws(chr(31), previous, number, extract(epoch FROM at),
  coalesce(operator_id::text, 'cli'), act, object_kind, object_id, array_to_string(fields, ','),
  coalesce(details_hash, '-')), 'UTF8')), 'hex');--> statement-breakpoint
CREATE FUNCTION keep_acts() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.at < now() - interval '1825 days' THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'acts of operators are kept as they are for five years';
END $$;--> statement-breakpoint
CREATE TRIGGER acts_kept BEFORE UPDATE OR DELETE ON "acts"
FOR EACH ROW EXECUTE FUNCTION keep_acts();--> statement-breakpoint
CREATE FUNCTION keep_act_details() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'details of acts are erased, never changed';
END $$;--> statement-breakpoint
CREATE TRIGGER act_details_kept BEFORE UPDATE ON "act_details"
FOR EACH ROW EXECUTE FUNCTION keep_act_details();
