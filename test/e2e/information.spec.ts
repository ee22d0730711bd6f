import { randomInt, randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { GUEST_PROOF_COOKIE } from "#site/cookies.ts";
import { expect, holdBack, newEmail, test } from "./fixtures.ts";
import { paidSession, signIn } from "./journeys.ts";

/** Where the demo's messages go. */
const MAILBOX = "contact@parenthese.example.fr";

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

/** A name that no other test writes under. */
const newName = () => `Julie Essai ${randomInt(1_000_000)}`;

async function fillContact(page: Page, name: string): Promise<void> {
  await page.getByLabel("Nom complet").fill(name);
  await page.getByLabel("E-mail").fill("julie@example.fr");
  await page.getByLabel("Sujet").selectOption("paiement");
  await page.getByLabel("Message", { exact: true }).fill("Bonjour, mon paiement n'apparaît pas.");
}

async function fillGiftCard(page: Page, contact: string): Promise<void> {
  await page.getByLabel("Entreprise").fill("Atelier Nord");
  await page.getByLabel("Nom du contact").fill(contact);
  await page.getByLabel("E-mail professionnel").fill("awa@example.fr");
  await page.getByLabel("Téléphone").fill("01 99 00 45 67");
  await page.getByLabel("Nombre d'employés").fill("40");
  await page.getByLabel("Message", { exact: true }).fill("Pour la fin de l'année, trente cartes.");
}

test.describe("contact", () => {
  test("tells how to reach the support", async ({ page }) => {
    await page.goto("/contact");
    await expect(page).toHaveTitle(/^Contact — /);
    const main = page.getByRole("main");
    await expect(main).toContainText("Réponse sous 24 heures ouvrées");
    await expect(main.getByRole("link", { name: "bonjour@parenthese.example.fr" })).toBeVisible();
    await expect(main.getByRole("link", { name: "01 99 00 12 34" })).toHaveAttribute(
      "href",
      "tel:+33199001234",
    );
    await expect(main).toContainText("Lyon");
    for (const hours of ["9h-18h", "10h-16h", "Fermé"]) await expect(main).toContainText(hours);
    await expect(page.getByLabel("Sujet").locator("option")).toHaveText([
      "Choisissez un sujet",
      "Une réservation",
      "Un paiement",
      "Mon compte",
      "Espace professionnel",
      "Un problème technique",
      "Autre",
    ]);
  });

  test("says what is wrong by field and toast, and takes it back as the field is edited", async ({
    page,
  }) => {
    await page.goto("/contact");
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(toasts(page)).toContainText("Erreur de validation");
    await expect(toasts(page)).toContainText("Veuillez corriger les erreurs dans le formulaire");
    await expect(page.getByLabel("Nom complet")).toBeFocused();
    const errors = [
      ["Nom complet", "Le nom doit contenir au moins 2 caractères"],
      ["E-mail", "Email invalide"],
      ["Message", "Le message doit contenir au moins 10 caractères"],
    ] as const;
    for (const [label, said] of errors) {
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute("aria-invalid", "true");
    }
    await expect(page.getByText("Veuillez sélectionner un sujet")).toBeVisible();
    for (const [label, said] of errors) {
      await page.getByLabel(label, { exact: true }).fill("x");
      await expect(page.getByText(said)).toBeHidden();
    }
    await page.getByLabel("Sujet").selectOption("compte");
    await expect(page.getByText("Veuillez sélectionner un sujet")).toBeHidden();
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(page.getByText("Le nom doit contenir au moins 2 caractères")).toBeVisible();
    await expect(page.getByText("Veuillez sélectionner un sujet")).toBeHidden();

    await page.getByLabel("Nom complet").fill("n".repeat(101));
    await page.getByLabel("Message", { exact: true }).fill("m".repeat(2_001));
    await expect(page.getByText("2001/2000 caractères")).toBeVisible();
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(page.getByText("Le nom ne peut pas dépasser 100 caractères")).toBeVisible();
    await expect(page.getByText("Le message ne peut pas dépasser 2000 caractères")).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("m".repeat(2_001));
  });

  test("counts what is typed, sends it, and clears the form", async ({ page, mailTo }) => {
    const name = newName();
    const analytics: string[] = [];
    page.on("console", (line) => {
      if (line.text().startsWith("analytics")) analytics.push(line.text());
    });
    await page.goto("/contact");
    await expect(page.getByText("0/2000 caractères")).toBeVisible();
    await page.getByLabel("Message", { exact: true }).pressSequentially("Bonjour");
    await expect(page.getByText("7/2000 caractères")).toBeVisible();
    await fillContact(page, name);
    const go = await holdBack(page, "**/contact.data*", "continue");
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(page.getByRole("button", { name: "Envoi..." })).toBeDisabled();
    go();
    await expect(toasts(page)).toContainText("Message envoyé !");
    await expect(toasts(page)).toContainText(
      "Nous avons bien reçu votre message et vous répondrons rapidement.",
    );
    for (const label of ["Nom complet", "E-mail", "Sujet", "Message"]) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue("");
    }
    await expect(page.getByText("0/2000 caractères")).toBeVisible();
    expect(analytics).toEqual(["analytics contact {subject: paiement}"]);
    const mail = await mailTo(MAILBOX, name);
    expect(mail.subject).toBe(`Un paiement : ${name}`);
    expect(mail.text).toContain("mon paiement n'apparaît pas");
    expect(mail.text).toContain("julie@example.fr");
  });

  test("a cut network keeps what was typed and says so", async ({ page, context }) => {
    await page.goto("/contact");
    await fillContact(page, "Julie Martin");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(
      page
        .getByText("Une erreur est survenue lors de l'envoi du message. Veuillez réessayer.")
        .first(),
    ).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue(
      "Bonjour, mon paiement n'apparaît pas.",
    );
    await expect(page.getByRole("button", { name: "Envoyer le message" })).toBeEnabled();
  });

  test("knows who is signed in, and the subject of the address", async ({ page }) => {
    await page.goto("/contact?sujet=technique");
    await expect(page.getByLabel("Sujet")).toHaveValue("technique");
    await page.goto("/contact?sujet=toString");
    await expect(page.getByLabel("Sujet")).toHaveValue("");
    await signIn(page, "camille@example.fr");
    await page.goto("/contact");
    await expect(page.getByLabel("E-mail")).toHaveValue("camille@example.fr");
    await expect(page.getByLabel("Nom complet")).toHaveValue(/^Camille /);
  });
});

test.describe("send-contact-email", () => {
  const url = "/api/v1/functions/send-contact-email";
  const message = "Bonjour, mon paiement n'apparaît pas.";

  test("takes the two calls of the specification", async ({ request, mailTo }) => {
    const name = newName();
    const sender = { name, email: "julie@example.fr" };
    const contact = await request.post(url, { data: { ...sender, subject: "compte", message } });
    expect(contact.status()).toBe(200);
    expect(await contact.json()).toEqual({ success: true });
    expect((await mailTo(MAILBOX, `Mon compte : ${name}`)).text).toContain(message);
    const text = `Demande de carte cadeau entreprise\nEntreprise : Atelier Nord`;
    const enquiry = await request.post(url, { data: { ...sender, message: text } });
    expect(await enquiry.json()).toEqual({ success: true });
    await mailTo(MAILBOX, `Demande de carte cadeau entreprise : ${name}`);
  });

  test("refuses in the shape of every error, in French", async ({ request }) => {
    for (const data of [{}, { name: 1, email: [], subject: {}, message: null }]) {
      const answer = await request.post(url, { data });
      expect(answer.status()).toBe(422);
      const { error } = await answer.json();
      expect(error.code).toBe("invalid_input");
      expect(Object.keys(error.fields).sort()).toEqual(["email", "message", "name", "subject"]);
      expect(JSON.stringify(error)).not.toMatch(/invalid input|expected/i);
    }
  });
});

test.describe("gift card", () => {
  test("says what it is and how it works", async ({ page }) => {
    await page.goto("/carte-cadeau");
    const main = page.getByRole("main");
    for (const said of [
      "Des montants personnalisables",
      "Valables un an",
      "Un suivi de l'utilisation",
    ]) {
      await expect(main.getByRole("heading", { name: said })).toBeVisible();
    }
    await expect(main.locator("ol h3")).toHaveText([
      "Demande",
      "Devis sous 48 h",
      "Distribution",
      "Utilisation",
    ]);
  });

  test("says what is wrong, field by field", async ({ page }) => {
    await page.goto("/carte-cadeau");
    await page.getByRole("button", { name: "Demander un devis" }).click();
    await expect(page.getByLabel("Entreprise")).toBeFocused();
    const errors = [
      ["Entreprise", "Le nom de l'entreprise doit contenir au moins 2 caractères"],
      ["Nom du contact", "Le nom du contact doit contenir au moins 2 caractères"],
      ["E-mail professionnel", "Email invalide"],
      ["Téléphone", "Numéro de téléphone invalide"],
      ["Nombre d'employés", "Veuillez indiquer le nombre d'employés"],
      ["Message", "Le message doit contenir au moins 10 caractères"],
    ] as const;
    for (const [, said] of errors) await expect(page.getByText(said)).toBeVisible();
    for (const [label, said] of errors) {
      await page.getByLabel(label, { exact: true }).fill("1");
      await expect(page.getByText(said)).toBeHidden();
    }
  });

  test("an enquiry is confirmed in the form's place, and another can follow", async ({
    page,
    mailTo,
  }) => {
    const name = newName();
    await page.goto("/carte-cadeau");
    await fillGiftCard(page, name);
    const go = await holdBack(page, "**/carte-cadeau.data*", "continue");
    await page.getByRole("button", { name: "Demander un devis" }).click();
    await expect(page.getByRole("button", { name: "Envoi en cours..." })).toBeDisabled();
    go();
    await expect(toasts(page)).toContainText("Demande envoyée !");
    await expect(toasts(page)).toContainText(
      "Nous vous recontacterons dans les plus brefs délais.",
    );
    await expect(page.getByLabel("Entreprise")).toBeHidden();
    const mail = await mailTo(MAILBOX, name);
    expect(mail.text).toContain("Entreprise : Atelier Nord");
    expect(mail.text).toContain("Nombre d'employés : 40");
    await page.getByRole("link", { name: "Envoyer une nouvelle demande" }).click();
    await expect(page.getByLabel("Entreprise")).toHaveValue("");
  });

  test("a cut network keeps what was typed and says so", async ({ page, context }) => {
    await page.goto("/carte-cadeau");
    await fillGiftCard(page, "Awa Diop");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Demander un devis" }).click();
    await expect(
      page.getByText("Impossible d'envoyer votre demande. Veuillez réessayer.").first(),
    ).toBeVisible();
    await expect(page.getByLabel("Nom du contact")).toHaveValue("Awa Diop");
  });
});

test.describe("help", () => {
  test("one of six answers is open at a time, and it closes", async ({ page }) => {
    await page.goto("/aide");
    const entries = page.locator("details[name=aide]");
    await expect(entries).toHaveCount(6);
    const open = page.locator("details[name=aide][open]");
    await expect(open).toHaveCount(0);
    await page.getByText("Comment créer un compte ?").click();
    await expect(open).toHaveText(/Comment créer un compte/);
    await page.getByText("Puis-je annuler ma réservation ?").click();
    await expect(open).toHaveCount(1);
    await expect(open).toContainText("au moins 24 heures avant");
    await page.getByText("Puis-je annuler ma réservation ?").click();
    await expect(open).toHaveCount(0);
  });

  test("the search looks into questions and answers", async ({ page }) => {
    await page.goto("/aide");
    const entries = page.locator("details[name=aide] summary");
    await page.getByLabel("Rechercher dans l'aide").fill("ANNULER");
    await expect(entries).toHaveText(["Puis-je annuler ma réservation ?"]);
    await page.getByLabel("Rechercher dans l'aide").fill("numero de carte");
    await expect(entries).toHaveText(["Quels moyens de paiement acceptez-vous ?"]);
    await page.getByLabel("Rechercher dans l'aide").fill("licorne");
    await expect(page.getByText("Aucune réponse trouvée")).toBeVisible();
    await page.getByLabel("Rechercher dans l'aide").fill("");
    await expect(entries).toHaveCount(6);
  });

  test("three cards lead to a person; the chat's opens the form with a subject", async ({
    page,
  }) => {
    await page.goto("/aide");
    await expect(page.getByRole("link", { name: "Envoyer un e-mail" })).toHaveAttribute(
      "href",
      "mailto:bonjour@parenthese.example.fr",
    );
    await expect(
      page.getByRole("main").getByRole("link", { name: "01 99 00 12 34" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Démarrer une discussion" }).click();
    await page.waitForURL("/contact?sujet=autre");
    await expect(page.getByLabel("Sujet")).toHaveValue("autre");
  });
});

test.describe("texts", () => {
  const SECTIONS = {
    "/confidentialite": [
      "Données collectées",
      "Utilisation",
      "Partage",
      "Sécurité",
      "Vos droits (RGPD)",
      "Cookies",
      "Durée de conservation",
      "Contact",
    ],
    "/conditions": [
      "Objet",
      "Acceptation",
      "Services proposés",
      "Compte",
      "Réservations et paiements",
      "Responsabilités",
      "Modifications",
      "Contact et litiges",
    ],
  };

  for (const [path, titles] of Object.entries(SECTIONS)) {
    test(`${path} has its eight sections`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText(
        titles.map((title, index) => `${index + 1}.${title}`),
      );
      await page.setViewportSize({ width: 1280, height: 900 });
      await page
        .getByRole("navigation", { name: "Sommaire" })
        .getByText("Utilisation")
        .or(page.getByRole("navigation", { name: "Sommaire" }).getByText("Objet"))
        .click();
      await expect(page).toHaveURL(/#(utilisation|objet)$/);
    });
  }

  test("the privacy page bears today's date and its version's (rule: privacy-date)", async ({
    page,
  }) => {
    const day = new Intl.DateTimeFormat("fr-FR", {
      timeZone: "Europe/Paris",
      day: "numeric",
      month: "long",
      year: "numeric",
    });
    // Again where midnight came between.
    await expect(async () => {
      await page.goto("/confidentialite");
      const today = day.format(new Date()).replace(/^1 /, "1er ");
      const said = page.getByText(`Dernière mise à jour : ${today}`);
      await expect(said).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(page.getByText(/Texte en vigueur depuis le \d+(er)? \S+ \d{4}/)).toBeVisible();
  });

  test("every cookie of the site stands on its page", async ({ page, baseURL, request }) => {
    const names = new Set<string>([GUEST_PROOF_COOKIE]);
    const send = async (path: string, form: Record<string, string>) => {
      const answer = await page.request.post(path, {
        form,
        headers: { origin: new URL(baseURL ?? "").origin },
        maxRedirects: 0,
      });
      for (const { name, value } of answer.headersArray()) {
        if (name.toLowerCase() === "set-cookie") names.add(value.split("=")[0] ?? "");
      }
    };
    await send(`/favoris/${randomUUID()}`, { intent: "add" });
    const { id } = await paidSession(request, 32);
    await send(`/session/${id}`, { intent: "log-in", bookingNotes: "Un genou fragile." });
    await send("/connexion", { email: "camille@example.fr", password: "parenthese" });
    const all = ["achat", "favori", "mot-au-praticien", "parenthese.login", "toast"];
    expect([...names].sort()).toEqual(all);
    await page.goto("/cookies");
    await expect(page.getByRole("term")).toHaveText([
      "parenthese.login",
      "achat",
      "favori",
      "mot-au-praticien",
      "deconnexion",
      "toast",
      "ecriture",
    ]);
  });

  test("about: mission, values and two founders", async ({ page }) => {
    await page.goto("/qui-sommes-nous");
    await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toContainText([
      "Notre mission",
      "Nos valeurs",
      "Les fondateurs",
    ]);
    const founders = page.getByRole("listitem").filter({ hasText: /Cofondat(eur|rice)/ });
    await expect(founders).toHaveCount(2);
  });

  test("spaces are announced: four samples, nothing to click", async ({ page }) => {
    await page.goto("/espaces");
    await expect(page.getByText("Bientôt disponible", { exact: true })).toBeVisible();
    const buttons = page.getByRole("main").getByRole("button", { name: /^Réserver/ });
    await expect(buttons).toHaveCount(4);
    for (const button of await buttons.all()) await expect(button).toBeDisabled();
  });

  test("the footer leads to every one of them", async ({ page }) => {
    await page.goto("/");
    const footer = page.getByRole("contentinfo");
    for (const [link, title] of [
      ["Centre d'aide", "Centre d'aide"],
      ["Contact", "Contactez-nous"],
      ["Confidentialité", "Politique de confidentialité"],
      ["Conditions", "Conditions générales"],
      ["Carte cadeau", "Carte cadeau entreprise"],
      ["Mentions légales", "Mentions légales"],
      ["Classement des résultats", "Classement des résultats"],
      ["Accessibilité", "Accessibilité"],
      ["Cookies", "Cookies"],
      ["Médiation", "Médiation"],
      ["Renoncer au contrat ici", "Renoncer au contrat ici"],
    ] as const) {
      await footer.getByRole("link", { name: link, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    }
  });
});

test("a withdrawal is receipted at once, on the page and by e-mail", async ({ page, mailTo }) => {
  const email = newEmail();
  await page.goto("/renoncer-au-contrat");
  await expect(page.getByRole("main")).toContainText("L221-28");
  await page.getByRole("button", { name: "Confirmer la rétractation" }).click();
  await expect(
    page.getByText("Veuillez indiquer la réservation ou le contrat concerné"),
  ).toBeVisible();
  await page.getByLabel("Nom complet").fill("Julie Martin");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Réservation ou contrat concerné").fill("Yoga doux, 27 novembre, 18:30");
  await page.getByRole("button", { name: "Confirmer la rétractation" }).click();
  await expect(page.getByText("Nous avons reçu votre rétractation")).toBeVisible();
  const shown = page.locator("dl");
  await expect(shown).toContainText(/Reçue le\s*\S+ \d+(er)? \S+ \d{4} à \d\d:\d\d/);
  await expect(shown).toContainText("Yoga doux, 27 novembre, 18:30");
  const mail = await mailTo(email, "Accusé de réception");
  expect(mail.text).toContain("Yoga doux, 27 novembre, 18:30");
  const reference =
    (await shown.textContent())?.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)?.[0] ?? "none";
  expect(mail.text).toContain(reference);
  await mailTo(MAILBOX, "Rétractation d'un contrat");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("writing to the support", async ({ page, mailTo }) => {
    const name = newName();
    await page.goto("/contact?sujet=compte");
    await expect(page.getByText("De 10 à 2000 caractères.")).toBeVisible();
    await page.getByLabel("Nom complet").fill(name);
    await page.getByLabel("Message", { exact: true }).fill("Court");
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(page.getByText("Erreur de validation")).toBeVisible();
    await expect(page.getByText("Email invalide")).toBeVisible();
    await expect(page.getByLabel("Nom complet")).toHaveValue(name);
    await expect(page.getByLabel("Sujet")).toHaveValue("compte");
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Court");
    await fillContact(page, name);
    await page.getByRole("button", { name: "Envoyer le message" }).click();
    await expect(page.getByText("Message envoyé !")).toBeVisible();
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
    await mailTo(MAILBOX, name);
  });

  test("asking for gift cards, and again", async ({ page, mailTo }) => {
    const name = newName();
    await page.goto("/carte-cadeau");
    await fillGiftCard(page, name);
    await page.getByLabel("Téléphone").fill("01");
    await page.getByRole("button", { name: "Demander un devis" }).click();
    await expect(page.getByText("Numéro de téléphone invalide")).toBeVisible();
    await expect(page.getByLabel("Nombre d'employés")).toHaveValue("40");
    await page.getByLabel("Téléphone").fill("01 99 00 45 67");
    await page.getByRole("button", { name: "Demander un devis" }).click();
    await expect(page.getByText("Demande envoyée !")).toBeVisible();
    await mailTo(MAILBOX, name);
    await page.getByRole("link", { name: "Envoyer une nouvelle demande" }).click();
    await expect(page.getByLabel("Entreprise")).toHaveValue("");
  });

  test("searching the help, and withdrawing", async ({ page, mailTo }) => {
    await page.goto("/aide");
    await page.getByLabel("Rechercher dans l'aide").fill("commission");
    await page.getByRole("button", { name: "Rechercher" }).click();
    await expect(page.locator("details summary")).toHaveText([
      "Y a-t-il des frais de réservation ?",
    ]);
    const email = newEmail();
    await page.goto("/renoncer-au-contrat");
    await page.getByLabel("Nom complet").fill("Julie Martin");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Réservation ou contrat concerné").fill("Abonnement Premium");
    await page.getByRole("button", { name: "Confirmer la rétractation" }).click();
    await expect(page.getByText("Nous avons reçu votre rétractation")).toBeVisible();
    await mailTo(email, "Accusé de réception");
  });
});

test("every text says of itself what search engines show", async ({ request }) => {
  for (const path of [
    ...["/contact", "/aide", "/aide?q=licorne", "/carte-cadeau", "/qui-sommes-nous", "/espaces"],
    ...["/confidentialite", "/conditions", "/mentions-legales", "/classement", "/accessibilite"],
    ...["/cookies", "/mediation", "/renoncer-au-contrat"],
  ]) {
    const html = await (await request.get(path)).text();
    const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1];
    expect(description?.length, path).toBeGreaterThan(50);
  }
});
