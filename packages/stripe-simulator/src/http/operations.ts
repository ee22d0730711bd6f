import { createAccountLink, createLoginLink } from "../accounts/account-links.ts";
import {
  createAccount,
  deleteAccount,
  listAccounts,
  listCapabilities,
  retrieveAccount,
  retrieveOwnAccount,
  updateAccount,
} from "../accounts/accounts.ts";
import { createPayout, listPayouts, retrievePayout } from "../accounts/payouts.ts";
import {
  createConfiguration,
  createPortalSession,
  listConfigurations,
  retrieveConfiguration,
  updateConfiguration,
} from "../billing/billing-portal.ts";
import {
  createCoupon,
  deleteCoupon,
  listCoupons,
  retrieveCoupon,
  updateCoupon,
} from "../billing/coupons.ts";
import {
  createCustomer,
  deleteCustomer,
  listCustomers,
  retrieveCustomer,
  updateCustomer,
} from "../billing/customers.ts";
import { finalizeOnRequest, voidOnRequest } from "../billing/invoice-decisions.ts";
import { listInvoicePayments, listInvoices, retrieveInvoice } from "../billing/invoices.ts";
import { payInvoice } from "../billing/pay-invoice.ts";
import { createPrice, listPrices, retrievePrice, updatePrice } from "../billing/prices.ts";
import {
  createProduct,
  deleteProduct,
  listProducts,
  retrieveProduct,
  updateProduct,
} from "../billing/products.ts";
import {
  createPromotionCode,
  listPromotionCodes,
  retrievePromotionCode,
  updatePromotionCode,
} from "../billing/promotion-codes.ts";
import {
  cancelSubscription,
  createSubscription,
  listSubscriptions,
  resumeSubscription,
  retrieveSubscription,
  updateSubscription,
} from "../billing/subscriptions.ts";
import { createTaxRate, listTaxRates, retrieveTaxRate } from "../billing/tax-rates.ts";
import {
  createCheckoutSession,
  expireCheckoutSession,
  listCheckoutLineItems,
  listCheckoutSessions,
  retrieveCheckoutSession,
  updateCheckoutSession,
} from "../checkout/checkout-sessions.ts";
import { listApplicationFees, retrieveApplicationFee } from "../payments/application-fees.ts";
import {
  listBalanceTransactions,
  retrieveBalance,
  retrieveBalanceTransaction,
} from "../payments/balance-transactions.ts";
import { listCharges, retrieveCharge } from "../payments/charges.ts";
import { cancelIntentOnRequest, listIntents, retrieveIntent } from "../payments/payment-intents.ts";
import { createTransfer, listTransfers, retrieveTransfer } from "../payments/transfers.ts";
import {
  acceptDispute,
  listDisputes,
  retrieveDispute,
  updateDispute,
} from "../refunds/disputes.ts";
import { createFile, listFiles, retrieveFile } from "../refunds/files.ts";
import {
  cancelRefund,
  createRefund,
  listRefunds,
  retrieveRefund,
  updateRefund,
} from "../refunds/refunds.ts";
import { createReversal, listReversals } from "../refunds/transfer-reversals.ts";
import type { ApiRequest, Simulator } from "../state/simulator.ts";
import { listEvents, retrieveEvent } from "../webhooks/events.ts";
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  retrieveEndpoint,
  updateEndpoint,
} from "../webhooks/webhook-endpoints.ts";

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
  "Disputes.close": acceptDispute,
  "Disputes.list": listDisputes,
  "Disputes.retrieve": retrieveDispute,
  "Disputes.update": updateDispute,
  "Events.list": listEvents,
  "Events.retrieve": retrieveEvent,
  "Files.create": createFile,
  "Files.list": listFiles,
  "Files.retrieve": retrieveFile,
  "InvoicePayments.list": listInvoicePayments,
  "Invoices.finalizeInvoice": finalizeOnRequest,
  "Invoices.list": listInvoices,
  "Invoices.pay": payInvoice,
  "Invoices.retrieve": retrieveInvoice,
  "Invoices.voidInvoice": voidOnRequest,
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
