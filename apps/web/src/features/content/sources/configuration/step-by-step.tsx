import { HelpSteps } from '../catalogue/help-steps.tsx';
import classes from './configuration.module.css';

interface StepByStepProps {
  steps: readonly string[];
  /** True where there is no room next to the form, so that the steps are folded away above it. */
  isFolded: boolean;
}

/** Instructions for the steps outside the product that the fields depend on (CONNECTOR-01). */
export const StepByStep = ({ steps, isFolded }: StepByStepProps) => {
  if (steps.length === 0) return null;
  return isFolded ? (
    <details className={classes.help}>
      <summary>Step by step</summary>
      <HelpSteps steps={steps} />
    </details>
  ) : (
    <aside className={classes.help} aria-label="Step by step">
      <h2>Step by step</h2>
      <HelpSteps steps={steps} />
    </aside>
  );
};
