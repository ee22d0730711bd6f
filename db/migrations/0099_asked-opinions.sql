CREATE TABLE "asked_opinions" (
	"kind" text NOT NULL,
	"object_id" uuid NOT NULL,
	"asked_of" uuid NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "asked_opinions_kind_object_id_asked_of_pk" PRIMARY KEY("kind","object_id","asked_of")
);
--> statement-breakpoint
ALTER TABLE "asked_opinions" ADD CONSTRAINT "asked_opinions_asked_of_operators_id_fk" FOREIGN KEY ("asked_of") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "asked_opinions" ADD CONSTRAINT "asked_opinions_asked_by_operators_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asked_opinions_asked_of_index" ON "asked_opinions" USING btree ("asked_of");--> statement-breakpoint
CREATE INDEX "asked_opinions_asked_by_index" ON "asked_opinions" USING btree ("asked_by");