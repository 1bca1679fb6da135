import { type AppGuardRail, defaultBlockedMessage } from '@atelier/contracts/assistants/guardrails';
import { Stack, Textarea } from '@mantine/core';
import { Switched } from '../../../../ui/forms/switched.tsx';
import { GuardrailChecks, withFirstCheck } from '../../guardrails/index.ts';
import type { AppFormProps } from './app-form-props.ts';

/** The guardrails of an app (GUARD-09): what is checked before a question is answered, and what a blocked question gets. */
export const GuardrailFields = ({ form }: AppFormProps) => {
  const configs = form.bind('guardRail.configs');
  const enabled = form.bind('guardRail.enabled');
  const checks = (configs.value ?? []) as AppGuardRail['configs'];
  const turn = (isOn: boolean) => {
    if (isOn) configs.onChange(withFirstCheck(checks));
    enabled.onChange(isOn);
  };
  return (
    <Stack gap="lg">
      <Switched
        label="Check questions before they are answered"
        description="A blocked question is not searched for, reaches no answering model, and costs only its check."
        field={{ ...enabled, onChange: turn }}
      >
        <GuardrailChecks configs={checks} error={configs.error} onChange={configs.onChange} />
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
