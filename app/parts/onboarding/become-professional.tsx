import { type MouseEvent, useState } from "react";
import { useNavigate } from "react-router";
import * as addresses from "#site/addresses.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { BecomeDialog } from "./become-dialog.tsx";

export function BecomeProfessional() {
  const navigate = useNavigate();
  const [Window, setWindow] = useState<typeof BecomeDialog>();
  const [isOpen, setOpen] = useState(false);
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
    import("./become-dialog.tsx").then(
      (module) => setWindow(() => module.BecomeDialog),
      () => navigate(addresses.becomeProfessional),
    );
  }
  return (
    <>
      <ButtonLink to={addresses.becomeProfessional} variant="sage" onClick={open}>
        Devenir praticien
      </ButtonLink>
      {Window && <Window open={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
