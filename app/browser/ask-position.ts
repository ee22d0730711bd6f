/** Rounds the position for this one search's address and keeps it nowhere (rule: coarse-place). */
export function askPosition({ target }: Event): void {
  const button = target instanceof Element ? target.closest("[data-around]") : null;
  const form = button?.closest("form");
  if (!form) return;
  const told = form.querySelector("[role=status]");
  const town = form.elements.namedItem("place");
  const tell = (text: string) => {
    if (told) told.textContent = text;
  };
  tell("Nous demandons votre position à votre navigateur…");
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const params = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (value) params.set(name, String(value));
      params.delete("place");
      params.set("near", `${coords.latitude.toFixed(2)},${coords.longitude.toFixed(2)}`);
      window.location.assign(`${form.action}?${params}`);
    },
    () => {
      tell("Votre position n'est pas disponible. Indiquez une ville ou un code postal.");
      if (town instanceof HTMLElement) town.focus();
    },
    { timeout: 10_000, maximumAge: 300_000 },
  );
}
