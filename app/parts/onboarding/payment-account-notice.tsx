import type { ComponentProps } from "react";
import { Link } from "react-router";
import { PAYMENT_ACCOUNT_LABELS } from "#core/professionals/labels.ts";
import type { PaymentAccountState } from "#core/professionals/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Notice } from "../../ui/notice.tsx";

export function PaymentAccountNotice({
  state,
  ...notice
}: { state: PaymentAccountState } & Omit<ComponentProps<typeof Notice>, "children">) {
  const { text, next } = PAYMENT_ACCOUNT_LABELS[state];
  return (
    <Notice {...notice}>
      <p>{text}</p>
      <Link
        to={addresses.paymentAccount}
        className="inline-flex min-h-11 items-center underline underline-offset-4"
      >
        {next}
      </Link>
    </Notice>
  );
}
