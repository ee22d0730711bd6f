import { createAccountLink, createLoginLink } from "./account-links.ts";
import {
  createAccount,
  deleteAccount,
  listAccounts,
  listCapabilities,
  retrieveAccount,
  retrieveOwnAccount,
  updateAccount,
} from "./accounts.ts";
import { listApplicationFees, retrieveApplicationFee } from "./application-fees.ts";
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from "./balance-transactions.ts";
import {
  createConfiguration,
  createPortalSession,
  listConfigurations,
  retrieveConfiguration,
  updateConfiguration,
} from "./billing-portal.ts";
import { listCharges, retrieveCharge } from "./charges.ts";
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutLineItems,
  listCheckoutSessions,
  retrieveCheckoutSession,
  updateCheckoutSession,
} from "./checkout-sessions.ts";
import {
  createCoupon,
  deleteCoupon,
  listCoupons,
  retrieveCoupon,
  updateCoupon,
} from "./coupons.ts";
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from "./customers.ts";
import { listDisputes, retrieveDispute } from "./disputes.ts";
import { listEvents, retrieveEvent } from "./events.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "./invoices.ts";
import { payInvoice } from "./pay-invoice.ts";
import { cancelIntentOnRequest, listIntents, retrieveIntent } from "./payment-intents.ts";
import { createPayout, listPayouts, retrievePayout } from "./payouts.ts";
import { createPrice, listPrices, retrievePrice, updatePrice } from "./prices.ts";
import {
  createProduct,
  deleteProduct,
  listProducts,
  retrieveProduct,
  updateProduct,
} from "./products.ts";
import {
  createPromotionCode,
  listPromotionCodes,
  retrievePromotionCode,
  updatePromotionCode,
} from "./promotion-codes.ts";
import {
  cancelRefund,
  createRefund,
  listRefunds,
  retrieveRefund,
  updateRefund,
} from "./refunds.ts";
import type { ApiRequest, Simulator } from "./simulator.ts";
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  resumeSubscription,
  retrieveSubscription,
  updateSubscription,
} from "./subscriptions.ts";
import { createTaxRate, listTaxRates, retrieveTaxRate } from "./tax-rates.ts";
import { createReversal, listReversals } from "./transfer-reversals.ts";
import { createTransfer, listTransfers, retrieveTransfer } from "./transfers.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  retrieveEndpoint,
  updateEndpoint,
} from "./webhook-endpoints.ts";

interface Handler {
  // A method, so that each handler may name the parameters of its own call.
  handle(sim: Simulator, request: ApiRequest): object;
}

/** Every call of the subset by its operation id; a test holds the table complete. */
export const handlers: Record<string, Handler["handle"]> = {
  "AccountLinks.create": createAccountLink,
  "Accounts.create": (sim, request: ApiRequest) => createAccount(sim, request),
  "Accounts.createLoginLink": createLoginLink,
  "Accounts.del": deleteAccount,
  "Accounts.list": listAccounts,
  "Accounts.listCapabilities": listCapabilities,
  "Accounts.retrieve": retrieveAccount,
  "Accounts.retrieveCurrent": retrieveOwnAccount,
  "Accounts.update": updateAccount,
  "ApplicationFees.list": listApplicationFees,
  "ApplicationFees.retrieve": retrieveApplicationFee,
  "Balance.retrieve": retrieveBalance,
  "BalanceTransactions.list": listBalanceTransactions,
  "BalanceTransactions.retrieve": retrieveBalanceTransaction,
  "BillingPortal.Configurations.create": createConfiguration,
  "BillingPortal.Configurations.list": listConfigurations,
  "BillingPortal.Configurations.retrieve": retrieveConfiguration,
  "BillingPortal.Configurations.update": updateConfiguration,
  "BillingPortal.Sessions.create": createPortalSession,
  "Charges.list": listCharges,
  "Charges.retrieve": retrieveCharge,
  "Checkout.Sessions.create": createCheckoutSession,
  "Checkout.Sessions.expire": expireCheckoutSession,
  "Checkout.Sessions.list": listCheckoutSessions,
  "Checkout.Sessions.listLineItems": listCheckoutLineItems,
  "Checkout.Sessions.retrieve": retrieveCheckoutSession,
  "Checkout.Sessions.update": updateCheckoutSession,
  "Coupons.create": createCoupon,
  "Coupons.del": deleteCoupon,
  "Coupons.list": listCoupons,
  "Coupons.retrieve": retrieveCoupon,
  "Coupons.update": updateCoupon,
  "Customers.create": createCustomer,
  "Customers.del": deleteCustomer,
  "Customers.list": listCustomers,
  "Customers.retrieve": retrieveCustomer,
  "Customers.update": updateCustomer,
  "Disputes.list": listDisputes,
  "Disputes.retrieve": retrieveDispute,
  "Events.list": listEvents,
  "Events.retrieve": retrieveEvent,
  "InvoicePayments.list": listInvoicePayments,
  "Invoices.list": listInvoices,
  "Invoices.pay": payInvoice,
  "Invoices.retrieve": retrieveInvoice,
  "PaymentIntents.cancel": cancelIntentOnRequest,
  "PaymentIntents.list": listIntents,
  "PaymentIntents.retrieve": retrieveIntent,
  "Payouts.create": createPayout,
  "Payouts.list": listPayouts,
  "Payouts.retrieve": retrievePayout,
  "Prices.create": createPrice,
  "Prices.list": listPrices,
  "Prices.retrieve": retrievePrice,
  "Prices.update": updatePrice,
  "Products.create": createProduct,
  "Products.del": deleteProduct,
  "Products.list": listProducts,
  "Products.retrieve": retrieveProduct,
  "Products.update": updateProduct,
  "PromotionCodes.create": createPromotionCode,
  "PromotionCodes.list": listPromotionCodes,
  "PromotionCodes.retrieve": retrievePromotionCode,
  "PromotionCodes.update": updatePromotionCode,
  "Refunds.cancel": cancelRefund,
  "Refunds.create": createRefund,
  "Refunds.list": listRefunds,
  "Refunds.retrieve": retrieveRefund,
  "Refunds.update": updateRefund,
  "Subscriptions.cancel": cancelSubscription,
  "Subscriptions.create": createSubscription,
  "Subscriptions.list": listSubscriptions,
  "Subscriptions.resume": resumeSubscription,
  "Subscriptions.retrieve": retrieveSubscription,
  "Subscriptions.update": updateSubscription,
  "TaxRates.create": createTaxRate,
  "TaxRates.list": listTaxRates,
  "TaxRates.retrieve": retrieveTaxRate,
  "Transfers.create": createTransfer,
  "Transfers.createReversal": createReversal,
  "Transfers.list": listTransfers,
  "Transfers.listReversals": listReversals,
  "Transfers.retrieve": retrieveTransfer,
  "WebhookEndpoints.create": createEndpoint,
  "WebhookEndpoints.del": deleteEndpoint,
  "WebhookEndpoints.list": listEndpoints,
  "WebhookEndpoints.retrieve": retrieveEndpoint,
  "WebhookEndpoints.update": updateEndpoint,
};
