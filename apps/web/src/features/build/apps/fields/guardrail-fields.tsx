import {
  type AppGuardRail,
  AvailableGuardrail,
  defaultBlockedMessage,
  type GuardrailFlow,
  type GuardrailParameter,
  guardrailParameters,
} from '@atelier/contracts/build/guardrails';
import { Checkbox, Stack, Switch, Text, Textarea } from '@mantine/core';
import { Switched } from '../../../../ui/forms/switched.tsx';
import type { AppFormProps } from './app-form-props.ts';

type Choice = AppGuardRail['configs'][number];

const flowWords: Record<GuardrailFlow, { label: string; description: string }> = {
  'self check input': {
    label: 'By a language model (self check input)',
    description: 'One more call of the app’s model for each question. It is charged with the answer.',
  },
  'jailbreak detection heuristics': {
    label: 'By words (jailbreak detection heuristics)',
    description: 'Free and at once, but it catches only the plainest attacks. Most attacks use other words.',
  },
  'jailbreak detection model': {
    label: 'By a language model (jailbreak detection model)',
    description: 'One more call of the app’s model for each question. It is charged with the answer.',
  },
};

interface GuardrailProps {
  parameter: GuardrailParameter;
  choice: Choice | undefined;
  onChange: (choice: Choice) => void;
}

/** One guardrail with its flows. Without flows it is shown as disabled (GUARD-07, GUARD-08). */
const Guardrail = ({ parameter, choice, onChange }: GuardrailProps) => {
  const { label, description, flow_list: flows } = parameter;
  const { data: name } = AvailableGuardrail.safeParse(parameter.name);
  if (name === undefined) return <Switch label={label} description={description} checked={false} disabled />;
  const isOn = choice?.enabled ?? false;
  const chosen = choice?.flow_list ?? [];
  return (
    <Switched
      label={label}
      description={description}
      field={{
        value: isOn,
        onChange: (enabled) =>
          onChange({ name, enabled, flow_list: chosen.length > 0 ? chosen : flows.slice(0, 1) }),
      }}
    >
      <Checkbox.Group
        label={`${label}: how`}
        value={chosen}
        onChange={(next) => onChange({ name, enabled: isOn, flow_list: next as GuardrailFlow[] })}
        error={chosen.length === 0 ? 'Please choose how it is checked' : undefined}
      >
        <Stack gap="xs" mt="xs">
          {flows.map((flow) => (
            <Checkbox key={flow} value={flow} {...flowWords[flow]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Switched>
  );
};

/** The guardrails of an app (GUARD-09): what is checked before a question is answered, and what a blocked question gets. */
export const GuardrailFields = ({ form }: AppFormProps) => {
  const configs = form.bind('guardRail.configs');
  const choices = (configs.value ?? []) as Choice[];
  const replace = (choice: Choice) =>
    configs.onChange([...choices.filter(({ name }) => name !== choice.name), choice]);
  return (
    <Stack gap="lg">
      <Switched
        label="Check questions before they are answered"
        description="A blocked question is not searched for, reaches no answering model, and costs only its check."
        field={form.bind('guardRail.enabled')}
      >
        {guardrailParameters.map((parameter) => (
          <Guardrail
            key={parameter.name}
            parameter={parameter}
            choice={choices.find(({ name }) => name === parameter.name)}
            onChange={replace}
          />
        ))}
        {configs.error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {configs.error}
          </Text>
        ) : null}
        <Textarea
          label="Text for blocked questions"
          description="Readers get it in the place of an answer."
          placeholder={defaultBlockedMessage}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.field('guardRail.blockedMessage')}
        />
      </Switched>
      <Switched
        label="Mask personal data in questions"
        description="E-mail addresses, telephone and card numbers, bank accounts, social security numbers and IP addresses are replaced before a question is stored, searched for or sent to a model. Names are not recognised."
        field={form.bind('guardRail.maskPersonalData')}
      />
    </Stack>
  );
};
