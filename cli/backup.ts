import { backUp } from "#core/backup/back-up.server.ts";
import { restoreBackup } from "#core/backup/restore-backup.server.ts";
import { formatMoment } from "#core/dates.ts";
import { noteDone } from "#core/monitoring/measure-state.server.ts";
import type { Command } from "./command.ts";

function contents(backup: { tables: { rows: number }[]; files: unknown[]; jobs: unknown[] }) {
  const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0);
  return `${backup.tables.length} tables, ${rows} lignes, ${backup.files.length} fichiers d'images, ${backup.jobs.length} tâches en attente`;
}

export const commands: Record<string, Command> = {
  backup: {
    usage: "<dossier>",
    help: "sauvegarde la base et les images dans un dossier vide, site en marche ; gardez-le secret",
    async run(ctx, { args: [folder = ""] }, print) {
      const backup = await backUp(ctx, { folder });
      await noteDone(ctx, "backed_up");
      print(`Sauvegarde faite dans ${folder} : ${contents(backup)}.`);
      if (backup.gone > 0) print(`Fichiers d'images introuvables : ${backup.gone}.`);
    },
  },
  restore: {
    usage: "<dossier>",
    help: "remplit une base vide et migrée, et le dépôt d'images, à partir d'une sauvegarde",
    async run(ctx, { args: [folder = ""] }, print) {
      const backup = await restoreBackup(ctx, { folder });
      const at = new Date(backup.createdAt);
      print(`Restauré, état du ${formatMoment(at)} : ${contents(backup)}.`);
      print("Lancez maintenant : npm run cli -- reconcile, puis npm run cli -- check.");
      print(
        `Si cette base devient celle du site, et seulement alors, d'abord : npm run cli -- sell-from-here --reason "…" --yes.`,
      );
    },
  },
};
