import {
  type AgentGuardRail,
  AvailableGuardrail,
  type GuardrailFlow,
  type GuardrailParameter,
  guardrailParameters,
} from '@atelier/contracts/assistants/guardrails';
import { Checkbox, Stack, Text } from '@mantine/core';
import { Switched } from '../../../ui/forms/switched.tsx';
import { useChatModels } from '../../content/models/index.ts';

type Choice = AgentGuardRail['configs'][number];

/** The flow that needs no language model. */
const freeFlow: GuardrailFlow = 'jailbreak detection heuristics';

/** Switches on the check that works without a model, unless some check is on already. */
export const withFirstCheck = (configs: readonly Choice[]): Choice[] =>
  configs.some(({ enabled }) => enabled)
    ? [...configs]
    : [
        ...configs.filter(({ name }) => name !== 'JAILBREAK_DETECTION'),
        { name: 'JAILBREAK_DETECTION', enabled: true, flow_list: [freeFlow] },
      ];

const modelMissing = 'It needs a language model that writes, and the company has none. Add one under Models.';

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
  name: Choice['name'];
  parameter: GuardrailParameter;
  /** False while the company has no language model that could check. */
  hasModel: boolean;
  choice: Choice | undefined;
  onChange: (choice: Choice) => void;
}

/** One guardrail with its flows. */
const Guardrail = ({ name, parameter, hasModel, choice, onChange }: GuardrailProps) => {
  const { label, description, flow_list: flows } = parameter;
  const works = (flow: GuardrailFlow) => hasModel || flow === freeFlow;
  const isOn = choice?.enabled ?? false;
  const chosen = choice?.flow_list ?? [];
  if (!isOn && !flows.some(works)) return <Unavailable label={label} reason={modelMissing} />;
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
            <Checkbox
              key={flow}
              value={flow}
              {...flowWords[flow]}
              {...(works(flow) ? {} : { disabled: !chosen.includes(flow), description: modelMissing })}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </Switched>
  );
};

/** A check that cannot be switched on here, and what to do instead (GUARD-07, GUARD-08). */
const Unavailable = ({ label, reason }: { label: string; reason: string }) => (
  <Text size="sm">
    <strong>{label}:</strong> {reason}
  </Text>
);

/** The advice to those who lack the model of a check. */
const remedies: Partial<Record<GuardrailParameter['name'], string>> = {
  OUTPUT_CHECKING:
    'Answers are not checked before they are shown. Test questions and attacks show what the answers are like.',
  HALLUCINATION_DETECTION:
    'There is no check for this. Every numbered source of an answer can be opened to compare it.',
};

interface GuardrailChecksProps {
  configs: readonly Choice[];
  error: string | undefined;
  onChange: (configs: Choice[]) => void;
}

/** The checks of an app, an agent or a crew. */
export const GuardrailChecks = ({ configs, error, onChange }: GuardrailChecksProps) => {
  const models = useChatModels().data?.models;
  // While the models are being read, nothing is called impossible.
  const hasModel = models === undefined || models.some(({ extractive }) => !extractive);
  return (
    <>
      {guardrailParameters.map((parameter) => {
        const { data: known } = AvailableGuardrail.safeParse(parameter.name);
        if (known === undefined)
          return (
            <Unavailable
              key={parameter.name}
              label={parameter.label}
              reason={remedies[parameter.name] ?? parameter.description}
            />
          );
        return (
          <Guardrail
            key={parameter.name}
            {...{ parameter, hasModel, name: known }}
            choice={configs.find(({ name }) => name === known)}
            onChange={(choice) => onChange([...configs.filter(({ name }) => name !== choice.name), choice])}
          />
        );
      })}
      {error === undefined ? null : (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </>
  );
};
