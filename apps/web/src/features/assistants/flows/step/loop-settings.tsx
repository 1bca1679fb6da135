import type { LoopStep, RepeatStep } from '@atelier/contracts/assistants/flows/flow-model';
import { NumberInput } from '@mantine/core';
import { ConditionsEditor } from './conditions-editor.tsx';
import { ExpressionInput } from './expression-input.tsx';
import { useStepContext } from './step-context.ts';

interface SettingsProps<S> {
  step: S;
  onChange: (step: S) => void;
  error: string | undefined;
}

export const LoopSettings = ({ step, onChange, error }: SettingsProps<LoopStep>) => (
  <div className="stack-4 min-0 content-start">
    <ExpressionInput
      label="Items"
      withAsterisk
      description={`A list of an earlier step; a single value is a list of one. The steps inside read the present item as {{${step.name}.item}}.`}
      error={error}
      value={step.settings.items}
      onChange={(items) => onChange({ ...step, settings: { items } })}
    />
  </div>
);

export const RepeatSettings = ({ step, onChange }: SettingsProps<RepeatStep>) => {
  const { isReadOnly } = useStepContext();
  const { settings } = step;
  return (
    <div className="stack-4 min-0 content-start">
      <p className="note">After each round, the flow goes on when these conditions hold.</p>
      <ConditionsEditor
        conditions={settings.conditions}
        onChange={(conditions) => onChange({ ...step, settings: { ...settings, conditions } })}
      />
      <NumberInput
        label="At most"
        description="Rounds after which the step fails."
        min={1}
        max={1000}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={settings.maxTimes}
        onChange={(value) =>
          typeof value === 'number' && onChange({ ...step, settings: { ...settings, maxTimes: value } })
        }
      />
    </div>
  );
};
