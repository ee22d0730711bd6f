import {
  announce,
  listAnnouncements,
  takeAnnouncementBack,
} from "#core/announcements/make-announcement.server.ts";
import { KIND_WORDS } from "#core/announcements/rules.ts";
import { formatDate, formatMoment } from "#core/dates.ts";
import { announceTerms, listTerms } from "#core/terms/announce-terms.server.ts";
import { aboutOne, type Command, listing, oneLine, reasonOf } from "./command.ts";

export const commands: Record<string, Command> = {
  announcements: listing(
    "liste les annonces en ligne et prévues",
    listAnnouncements,
    ({ id, kind, text, fromAt, untilAt }) =>
      `${id}  ${KIND_WORDS[kind]}, du ${formatMoment(fromAt)} au ${formatMoment(untilAt)} : ${text}`,
    "Aucune annonce.",
  ),
  announce: {
    usage:
      "<texte> --until AAAA-MM-JJTHH:MM [--from AAAA-MM-JJTHH:MM] [--interruption] --reason <texte>",
    help: "met une ligne au-dessus de toutes les pages, à l'heure de Paris",
    async run(ctx, { args: [text], options }, print) {
      const { from = "", until, interruption } = options;
      const kind = interruption ? "interruption" : "information";
      const { id } = await announce(ctx, { kind, text, from, until, reason: reasonOf(options) });
      print(`Annonce inscrite : ${id}`);
    },
  },
  terms: listing(
    "liste les changements de conditions annoncés, qui est prévenu et qui refuse",
    listTerms,
    ({ summary, effectiveAt, told, refusals }) => [
      `${formatDate(effectiveAt)}  ${oneLine(summary)}`,
      `   e-mails envoyés : ${told.sent}, en attente : ${told.queued}, non remis : ${told.dropped}`,
      ...refusals.map(({ name, at }) => `   refusé le ${formatDate(at)} : ${name}`),
    ],
    "Aucun changement annoncé.",
  ),
  "announce-terms": {
    usage: "<ce qui change> --from AAAA-MM-JJ --reason <texte>",
    help: "écrit à tous les praticiens que les conditions changent ce jour-là, quinze jours avant au moins",
    isDestructive: true,
    async run(ctx, { args: [summary = ""], options }, print) {
      const from = String(options.from ?? "");
      await announceTerms(ctx, { summary, from, reason: reasonOf(options) });
      print("Tous les praticiens reçoivent l'annonce, et la lisent sur leur profil.");
    },
  },
  "withdraw-announcement": aboutOne(
    "<annonce>",
    "retire une annonce, en ligne ou prévue",
    async (ctx, announcementId, { reason }) => {
      await takeAnnouncementBack(ctx, { announcementId, reason });
      return "Annonce retirée.";
    },
  ),
};
