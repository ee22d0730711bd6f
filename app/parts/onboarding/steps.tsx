import { Check } from "@lucide/icons";
import { Link } from "react-router";
import { ONBOARDING_STEPS, type OnboardingStep } from "#core/professionals/rules.ts";
import * as addresses from "#site/addresses.ts";
import { Icon } from "../../ui/pictures/icon.tsx";

const NAMES: Record<OnboardingStep, string> = {
  information: "Vos informations",
  plan: "Votre offre",
  confirmation: "Confirmation",
};

export function Steps({ step, mayReturn }: { step: OnboardingStep; mayReturn: boolean }) {
  const at = ONBOARDING_STEPS.indexOf(step);
  return (
    <nav aria-label="Étapes">
      <ol className="flex gap-3 sm:gap-6">
        {ONBOARDING_STEPS.map((one, index) => (
          <li
            key={one}
            aria-current={one === step ? "step" : undefined}
            className={`flex-1 border-t-4 ${index <= at ? "border-sage-600" : "border-sand-300 text-ink-soft"}`}
          >
            <span className="flex min-h-11 items-center gap-2 text-14">
              <span className="figures font-strong">
                {index < at ? <Icon of={Check} className="size-4" /> : `${index + 1}.`}
              </span>
              {one === "information" && step === "plan" && mayReturn ? (
                <Link
                  to={`${addresses.becomeProfessional}?etape=1`}
                  className="inline-flex min-h-11 items-center leading-tight"
                >
                  {NAMES[one]}
                </Link>
              ) : (
                <span className={`leading-tight ${one === step ? "font-strong" : ""}`}>
                  {NAMES[one]}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
