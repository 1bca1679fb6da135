import {
  type AgentGuardRail,
  AvailableGuardrail,
  type GuardrailFlow,
  type GuardrailParameter,
  guardrailParameters,
} from '@atelier/contracts/build/guardrails';
import { Checkbox, Stack, Switch, Text } from '@mantine/core';
import { Switched } from '../../../ui/forms/switched.tsx';

type Choice = AgentGuardRail['configs'][number];

const flowWords: Record<GuardrailFlow, { label: string; description: string }> = {
  'self check input': {
    label: 'By a language model (self check input)',
    description: 'One more call of the model each time, which costs credits.',
  },
  'jailbreak detection heuristics': {
    label: 'By words (jailbreak detection heuristics)',
    description: 'Free and at once, but it catches only the plainest attacks. Most attacks use other words.',
  },
  'jailbreak detection model': {
    label: 'By a language model (jailbreak detection model)',
    description: 'One more call of the model each time, which costs credits.',
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

interface GuardrailChecksProps {
  configs: readonly Choice[];
  error: string | undefined;
  onChange: (configs: Choice[]) => void;
}

/** The checks of an app, an agent or a crew. */
export const GuardrailChecks = ({ configs, error, onChange }: GuardrailChecksProps) => (
  <>
    {guardrailParameters.map((parameter) => (
      <Guardrail
        key={parameter.name}
        parameter={parameter}
        choice={configs.find(({ name }) => name === parameter.name)}
        onChange={(choice) => onChange([...configs.filter(({ name }) => name !== choice.name), choice])}
      />
    ))}
    {error === undefined ? null : (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {error}
      </Text>
    )}
  </>
);
