import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import * as addresses from "#site/addresses.ts";
import { Button } from "../../../ui/button.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { FormToast } from "../../../ui/toasts/form-toast.tsx";
import { AuthScreen } from "./auth-screen.tsx";

export function StopMessages({
  title,
  answer,
  isStopped,
  button,
  children,
}: {
  title: string;
  answer: { toast: Parameters<typeof FormToast>[0]["toast"] } | null | undefined;
  isStopped: boolean;
  button: string;
  children: ReactNode;
}) {
  return (
    <AuthScreen title={title}>
      <FormToast toast={answer?.toast} />
      {children}
      <Form method="post" className="mt-6">
        <Button
          type="submit"
          name="intent"
          value={isStopped ? "resume" : "stop"}
          variant={isStopped ? "quiet" : "clay"}
          size="large"
          block
          busy={useNavigation().state === "submitting"}
        >
          {button}
        </Button>
      </Form>
    </AuthScreen>
  );
}

export function StopLinkExpired({ children }: { children: ReactNode }) {
  return (
    <AuthScreen title="Ce lien n'est plus valable">
      <p className="mt-4 text-ink-soft">
        {children}, ou <TextLink to={addresses.contact}>écrivez-nous</TextLink>.
      </p>
    </AuthScreen>
  );
}
