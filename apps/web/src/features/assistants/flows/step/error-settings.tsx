import type { FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { NumberInput, Switch } from '@mantine/core';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { useStepContext } from './step-context.ts';

interface ErrorSettingsProps {
  step: FlowStep;
  onChange: (step: FlowStep, key: string) => void;
}

interface TriesProps {
  errors: FlowStep['errors'];
  set: (errors: Partial<FlowStep['errors']>) => void;
}

/** The attempts of a step, and the wait between them. Empty fields mean the usual. */
const Tries = ({ errors, set }: TriesProps) => {
  const { isReadOnly } = useStepContext();
  const { tries, waitSeconds } = errors;
  const shared = { allowDecimal: false, readOnly: isReadOnly };
  return (
    <Fold label="Tries and waits">
      <NumberInput
        label="Tries in all"
        min={2}
        max={10}
        placeholder="4"
        {...shared}
        value={tries ?? ''}
        onChange={(value) => set({ tries: typeof value === 'number' ? value : undefined })}
      />
      <NumberInput
        label="Seconds before the second try"
        description="The wait doubles with each try. A service that asks for a longer one gets it, up to an hour."
        min={1}
        max={600}
        placeholder="2"
        {...shared}
        value={waitSeconds ?? ''}
        onChange={(value) => set({ waitSeconds: typeof value === 'number' ? value : undefined })}
      />
    </Fold>
  );
};

/** Settings for the failure of a step (FLOW-05). */
export const ErrorSettings = ({ step, onChange }: ErrorSettingsProps) => {
  const { isReadOnly } = useStepContext();
  const set = (errors: Partial<FlowStep['errors']>) =>
    onChange({ ...step, errors: { ...step.errors, ...errors } }, '');
  return (
    <section className="stack-3 border-top pad-top-4" aria-label="When it fails">
      <h2 className="flat medium title-sm">When it fails</h2>
      <Switch
        label="Try again"
        description="A few times, with growing pauses."
        disabled={isReadOnly}
        checked={step.errors.retryOnFailure}
        onChange={(event) => set({ retryOnFailure: event.currentTarget.checked })}
      />
      {step.errors.retryOnFailure ? <Tries errors={step.errors} set={set} /> : null}
      <Switch
        label="Go on without it"
        description="The flow goes on with the next step instead of failing."
        disabled={isReadOnly}
        checked={step.errors.continueOnFailure}
        onChange={(event) => set({ continueOnFailure: event.currentTarget.checked })}
      />
    </section>
  );
};
