export const CANCELLED_BY: Record<string, string> = {
  client: "par le client",
  professional: "par le praticien",
  disputed: "après la contestation",
};

export const PRESENCE_TEXTS = {
  code: {
    present: "Le client est venu : il a donné son code personnel au praticien.",
    late: "Le client est venu en retard : il a donné son code personnel au praticien.",
    absent: "Le client n'est pas venu.",
  },
  professional: {
    present: "Le praticien a noté la présence du client.",
    late: "Le praticien a noté la présence du client, en retard.",
    absent: "Le praticien a noté l'absence du client.",
  },
};
