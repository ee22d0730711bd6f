/** Mails carry no style sheet. */
export const color = {
  paper: "#fbf8f3",
  surface: "#ffffff",
  ink: "#1f2b26",
  inkSoft: "#55625b",
  sage100: "#e4ece5",
  sage600: "#486a58",
  sage800: "#2c4639",
  clay600: "#a94b28",
  sand100: "#f1e9dd",
  sand300: "#dccdb7",
};

/** Mailboxes load no fonts, so these replace Fraunces and Figtree. */
export const font = {
  display: 'Fraunces, Georgia, "Times New Roman", serif',
  text: 'Figtree, "Segoe UI", Roboto, Helvetica, Arial, sans-serif',
};
