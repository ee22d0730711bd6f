import { setTimeout as sleep } from "node:timers/promises";
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSearchPlugin,
  dummyPaymentHandler,
  JobQueueService,
  LanguageCode,
  LogLevel,
  RequestContextService,
  SearchService,
  TransactionalConnection,
} from "@vendure/core";
import { populate } from "@vendure/core/cli/index.js";

/*
 * shop.ts fill <database> <port> <offers.csv>: the schema, the offers, and their search index.
 * shop.ts serve <database> <port>: the shop, with its jobs in the same process.
 */

const [what, databaseUrl = "", port, csv] = process.argv.slice(2);
const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);

const config = {
  apiOptions: {
    ...{ hostname: "127.0.0.1", port: Number(port) },
    ...{ adminApiPath: "admin-api", shopApiPath: "shop-api" },
  },
  authOptions: {
    tokenMethod: ["bearer"],
    superadminCredentials: { identifier: "bench", password: "of the bench alone" },
  },
  dbConnectionOptions: {
    ...{ type: "postgres", synchronize: what === "fill", database: pathname.slice(1) },
    ...{ host: hostname, port: Number(databasePort), username, password },
  },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  plugins: [DefaultJobQueuePlugin.init({}), DefaultSearchPlugin.init({ bufferUpdates: false })],
};

const paid = {
  code: dummyPaymentHandler.code,
  arguments: [{ name: "automaticSettle", value: "true" }],
};
const beginning = {
  ...{ defaultLanguage: LanguageCode.fr, defaultZone: "Europe", collections: [] },
  countries: [{ name: "France", code: "FR", zone: "Europe" }],
  taxRates: [{ name: "TVA", percentage: 20 }],
  shippingMethods: [{ name: "Sur place", price: 0 }],
  paymentMethods: [{ name: "Carte", handler: paid }],
};

if (what === "fill") {
  const app = await populate(() => bootstrap(config), beginning, csv);
  const { rawConnection: database } = app.get(TransactionalConnection);
  // Each offer has queued a job of its own; one job that reads all is a hundred times quicker.
  await database.query("truncate job_record");
  await app.get(JobQueueService).start();
  await app
    .get(SearchService)
    .reindex(await app.get(RequestContextService).create({ apiType: "admin" }));
  for (let state = ""; state !== "COMPLETED"; await sleep(500)) {
    [{ state }] = await database.query("select state from job_record");
    if (state === "FAILED") throw new Error("the search index was not made");
  }
  process.exit(0);
}
const app = await bootstrap(config);
await app.get(JobQueueService).start();
