import type { AgentGuardRail } from '@atelier/contracts/assistants/guardrails';
import { Textarea } from '@mantine/core';
import type { ComponentProps } from 'react';
import { Switched } from '../../../ui/forms/switched.tsx';
import { GuardrailChecks, withFirstCheck } from './guardrail-checks.tsx';

interface GuardrailFieldsProps {
  enabled: ComponentProps<typeof Switched>['field'];
  configs: {
    value: unknown;
    onChange: (configs: AgentGuardRail['configs']) => void;
    error: string | undefined;
  };
  /** The text for what a check blocks. */
  message: ComponentProps<typeof Textarea>;
  words: { label: string; help: string; message: string; messageHelp: string; usualMessage: string };
}

/** Fields for what is checked before anything else is done, and for the text that blocked input gets (GUARD-09). */
export const GuardrailFields = ({ enabled, configs, message, words }: GuardrailFieldsProps) => {
  const checks = (configs.value ?? []) as AgentGuardRail['configs'];
  const turn = (isOn: boolean) => {
    if (isOn) configs.onChange(withFirstCheck(checks));
    enabled.onChange(isOn);
  };
  return (
    <Switched label={words.label} description={words.help} field={{ ...enabled, onChange: turn }}>
      <GuardrailChecks configs={checks} error={configs.error} onChange={configs.onChange} />
      <Textarea
        label={words.message}
        description={words.messageHelp}
        placeholder={words.usualMessage}
        autosize
        minRows={2}
        maxLength={1000}
        {...message}
      />
    </Switched>
  );
};
