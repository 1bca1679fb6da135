import { type AgentGuardRail, defaultBlockedTask } from '@atelier/contracts/assistants/guardrails';
import { Textarea } from '@mantine/core';
import { Switched } from '../../../../ui/forms/switched.tsx';
import { GuardrailChecks, withFirstCheck } from '../../guardrails/index.ts';
import type { AgentFormProps } from './agent-form-props.ts';

/** Fields for the checks before a task reaches the model of an agent, or a crew. */
export const GuardrailFields = ({ form }: AgentFormProps) => {
  const configs = form.bind('guardRail.configs');
  const enabled = form.bind('guardRail.enabled');
  const checks = (configs.value ?? []) as AgentGuardRail['configs'];
  const turn = (isOn: boolean) => {
    if (isOn) configs.onChange(withFirstCheck(checks));
    enabled.onChange(isOn);
  };
  return (
    <Switched
      label="Check tasks before they are begun"
      description="Every task is checked, whoever gives it: a person, a program, an app, a flow or another agent. A blocked task reaches no model and no tool, and its run fails."
      field={{ ...enabled, onChange: turn }}
    >
      <GuardrailChecks configs={checks} error={configs.error} onChange={configs.onChange} />
      <Textarea
        label="Text for blocked tasks"
        description="It is shown as the reason why the run failed."
        placeholder={defaultBlockedTask}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.field('guardRail.blockedMessage')}
      />
    </Switched>
  );
};
