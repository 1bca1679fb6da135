import { useUser } from '../../../../lib/account/session.ts';
import { AboutFields } from '../../../../lib/forms/about-fields.tsx';
import type { AgentFormProps } from './agent-form-props.ts';

interface NamedFieldsProps extends AgentFormProps {
  words: { many: string; example: string; description: string };
}

const NamedFields = ({ form, words: { many, example, description } }: NamedFieldsProps) => {
  const { tenantName } = useUser();
  return (
    <AboutFields
      name={form.field('name')}
      description={form.field('description')}
      access={form.bind('access')}
      words={{
        name: `The name should be unique, so that everybody can tell the ${many} apart.`,
        ...{ example, description },
        private: 'Only people who are given access, and those who build.',
        public: `Everybody at ${tenantName} who may use agents. Operators still need access.`,
      }}
    />
  );
};

const agentWords = {
  many: 'agents',
  example: 'Offer checker',
  description: 'What it is good for. Other agents read this when they decide whom to hand work to.',
};

/** The name, the description and who may use the agent. */
export const AgentAboutFields = ({ form }: AgentFormProps) => <NamedFields form={form} words={agentWords} />;

const crewWords = {
  many: 'crews',
  example: 'Offer desk',
  description: 'What it is good for, for the people who choose it.',
};

/** The name, the description and who may use the crew. */
export const CrewAboutFields = ({ form }: AgentFormProps) => <NamedFields form={form} words={crewWords} />;
