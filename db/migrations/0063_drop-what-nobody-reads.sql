-- on purpose: the release before does not read it; a search by length walks the slots since decision 040
DROP INDEX "listed_slots_by_minutes";
