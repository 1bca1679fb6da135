import { defaultBlockedMessage } from '@atelier/contracts/assistants/guardrails';
import { Switched } from '../../../../ui/forms/switched.tsx';
import { GuardrailFields } from '../../guardrails/index.ts';
import type { AppFormProps } from './app-form-props.ts';

/** The guardrails of an app: what is checked before a question is answered, and what is masked in it. */
export const AppGuardrailFields = ({ form }: AppFormProps) => (
  <>
    <GuardrailFields
      enabled={form.bind('guardRail.enabled')}
      configs={form.bind('guardRail.configs')}
      message={form.field('guardRail.blockedMessage')}
      words={{
        label: 'Check questions before they are answered',
        help: 'A blocked question is not searched for, reaches no answering model, and costs only its check.',
        message: 'Text for blocked questions',
        messageHelp: 'Readers get it in the place of an answer.',
        usualMessage: defaultBlockedMessage,
      }}
    />
    <Switched
      label="Mask personal data in questions"
      description="E-mail addresses, telephone and card numbers, bank accounts, social security numbers and IP addresses are replaced before a question is stored, searched for or sent to a model. Names are not recognised."
      field={form.bind('guardRail.maskPersonalData')}
    />
  </>
);
