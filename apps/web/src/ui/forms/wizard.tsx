import { Button, Stepper } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './wizard.module.css';

export interface WizardStep {
  id: string;
  label: string;
  content: ReactNode;
  /** Returns true when the user may go on to the next step; usually the form's `trigger` on its fields. */
  validate?: () => boolean | Promise<boolean>;
}

interface WizardProps {
  steps: WizardStep[];
  finishLabel: string;
  /** The words of the button that leads to the next step, where going on does more than that. */
  continueLabel?: string | undefined;
  /** May resolve to the id of a step that must be corrected first. */
  onFinish: () => unknown;
  onCancel: () => void;
  isFinishing?: boolean;
  /** True once the work of the wizard has begun: the user can no longer go back to its steps or cancel. */
  isBegun?: boolean;
  /** The active step, for a caller that keeps it in the address. By default the wizard keeps it. */
  position?: { active: number; onChange: (index: number) => void };
  /** Shown above the buttons: a failure that does not belong to a field. */
  failure?: ReactNode;
}

const StepList = ({
  steps,
  active,
  isBegun,
  onBack,
}: {
  steps: WizardStep[];
  active: number;
  isBegun: boolean;
  onBack: (index: number) => void;
}) => (
  <Stepper
    unstyled
    active={active}
    onStepClick={onBack}
    allowNextStepsSelect={false}
    completedIcon={<IconCheck size={14} aria-label="Done" />}
    role="group"
    aria-label="Steps"
    classNames={{ steps: 'beside-2', separator: classes.separator, stepIcon: classes.number }}
  >
    {steps.map((step, index) => (
      <Stepper.Step
        key={step.id}
        label={step.label}
        className={classes.step}
        data-tour={`wizard-${step.id}`}
        disabled={isBegun || index >= active}
        aria-current={index === active ? 'step' : undefined}
      />
    ))}
  </Stepper>
);

/** True where the top of an element is above the page or below its header, for which the element leaves room when it is scrolled to. */
const isCovered = (element: Element): boolean =>
  element.getBoundingClientRect().top < Number.parseFloat(getComputedStyle(element).scrollMarginTop);

/** A long form in steps. Going back keeps all input; going forwards requires a valid step. */
export const Wizard = ({
  steps,
  finishLabel,
  continueLabel = 'Continue',
  onFinish,
  onCancel,
  isFinishing = false,
  isBegun = false,
  position,
  failure,
}: WizardProps) => {
  const [own, setOwn] = useState(0);
  const { active, onChange } = position ?? { active: own, onChange: setOwn };
  const whole = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const moved = useRef(false);
  const step = steps[active];
  const isLast = active === steps.length - 1;
  const go = (index: number) => {
    moved.current = true;
    onChange(index);
  };
  // Moves the focus to the new step, and shows its beginning. An effect is the only way to focus something that was just rendered.
  useEffect(() => {
    if (!moved.current) return;
    content.current?.focus({ preventScroll: true });
    if (whole.current && isCovered(whole.current)) whole.current.scrollIntoView({ block: 'start' });
  }, [active]);
  const forward = async () => {
    if (step?.validate && !(await step.validate())) return;
    if (!isLast) return go(active + 1);
    const refusedStep = await onFinish();
    const refused = steps.findIndex(({ id }) => id === refusedStep);
    if (refused >= 0) go(refused);
  };
  return (
    <div ref={whole} className={`stack-6 ${classes.wizard}`}>
      <StepList steps={steps} active={active} isBegun={isBegun} onBack={go} />
      <p className={`note ${classes.position}`}>
        Step {active + 1} of {steps.length}: <strong>{step?.label}</strong>
      </p>
      <div className={classes.content} ref={content} tabIndex={-1} role="group" aria-label={step?.label}>
        {step?.content}
      </div>
      {failure}
      <div className="wrap-2 border-top pad-top-4">
        {isBegun ? null : (
          <Button variant="subtle" color="gray" onClick={onCancel} disabled={isFinishing}>
            Cancel
          </Button>
        )}
        <span className="grow" />
        {active > 0 && !isBegun ? (
          <Button variant="default" onClick={() => go(active - 1)} disabled={isFinishing}>
            Back
          </Button>
        ) : null}
        <Button onClick={() => void forward()} loading={isFinishing}>
          {isLast ? finishLabel : continueLabel}
        </Button>
      </div>
    </div>
  );
};
