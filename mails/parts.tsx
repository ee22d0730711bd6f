import { Body } from "@react-email/body";
import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { Fragment, type ReactNode } from "react";
import * as addresses from "#site/addresses.ts";
import { color, font } from "./theme.ts";

const text = { fontFamily: font.text, fontSize: 16, lineHeight: "24px", color: color.ink };

/** Frames every mail, without pictures or anything remote. */
export function MailLayout({
  siteUrl,
  preview,
  children,
}: {
  siteUrl: string;
  preview: string;
  children: ReactNode;
}) {
  return (
    <Html lang="fr">
      <Head>
        <meta name="color-scheme" content="light" />
      </Head>
      <Body style={{ margin: 0, padding: "32px 12px", backgroundColor: color.paper }}>
        <Preview>{preview}</Preview>
        <Container style={{ maxWidth: 560 }}>
          <Section style={{ padding: "0 8px 20px" }}>
            <Link
              href={siteUrl}
              style={{ fontFamily: font.display, fontSize: 22, color: color.sage800 }}
            >
              <span style={{ color: color.sage600 }}>( )</span>&nbsp;Parenthèse
            </Link>
          </Section>
          <Section
            style={{
              padding: "32px 28px",
              backgroundColor: color.surface,
              border: `1px solid ${color.sand300}`,
              borderRadius: 16,
            }}
          >
            {children}
          </Section>
          <Section style={{ padding: "20px 8px 0" }}>
            <Text
              style={{ ...text, margin: 0, fontSize: 14, lineHeight: "21px", color: color.inkSoft }}
            >
              Parenthèse. Le bien-être, à la dernière minute.
              <br />
              Une question ?{" "}
              <MailLink href={`${siteUrl}${addresses.contact}`}>Écrivez-nous</MailLink>
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}

export function MailTitle({ children }: { children: ReactNode }) {
  return (
    <Heading
      as="h1"
      style={{
        margin: "0 0 16px",
        fontFamily: font.display,
        fontSize: 28,
        fontWeight: 420,
        lineHeight: "34px",
        color: color.ink,
      }}
    >
      {children}
    </Heading>
  );
}

export function MailText({ children }: { children: ReactNode }) {
  return <Text style={{ ...text, margin: "0 0 16px" }}>{children}</Text>;
}

export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: color.sage600, textDecoration: "underline" }}>
      {children}
    </Link>
  );
}

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Section style={{ padding: "8px 0 24px" }}>
      <Button
        href={href}
        style={{
          padding: "14px 24px",
          borderRadius: 8,
          backgroundColor: color.clay600,
          color: color.surface,
          fontFamily: font.text,
          fontSize: 16,
          fontWeight: 600,
          lineHeight: "20px",
        }}
      >
        {children}
      </Button>
    </Section>
  );
}

export type MailFact = readonly [name: string, value: string];

/** Leaves out what is false, null or empty. */
export function MailFacts({
  facts,
}: {
  facts: readonly (MailFact | false | null | undefined | "")[];
}) {
  return (
    <Section
      style={{
        margin: "0 0 24px",
        padding: "12px 20px",
        borderRadius: 8,
        backgroundColor: color.sand100,
      }}
    >
      {facts.filter(isFact).map(([name, value]) => (
        <Text key={name} style={{ ...text, margin: "4px 0" }}>
          <span style={{ color: color.inkSoft }}>{name} : </span>
          <strong style={{ fontWeight: 600 }}>
            <Lines text={value} />
          </strong>
        </Text>
      ))}
    </Section>
  );
}

const isFact = (fact: unknown): fact is MailFact => Boolean(fact);

export function MailNote({ children }: { children: ReactNode }) {
  return (
    <>
      <Hr style={{ margin: "8px 0 16px", borderColor: color.sand300 }} />
      <Text style={{ ...text, margin: 0, fontSize: 14, lineHeight: "21px", color: color.inkSoft }}>
        {children}
      </Text>
    </>
  );
}

export function MailLines({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
    <MailText key={index}>
      <Lines text={paragraph} />
    </MailText>
  ));
}

function Lines({ text }: { text: string }) {
  return text.split("\n").map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
    <Fragment key={at}>
      {at > 0 && <br />}
      {line}
    </Fragment>
  ));
}
