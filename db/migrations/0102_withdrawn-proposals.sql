ALTER TABLE "proposal_answers" DROP CONSTRAINT "proposal_answers_answer";--> statement-breakpoint
-- on purpose: it allows one answer more, and answers are few
ALTER TABLE "proposal_answers" ADD CONSTRAINT "proposal_answers_answer" CHECK ("proposal_answers"."answer" in ('accepted', 'refused', 'lapsed', 'withdrawn'));