import { AboutFields } from '../../../../lib/about-fields.tsx';
import { useUser } from '../../../../lib/account/session.ts';
import type { AgentFormProps } from '../fields/agent-form-props.ts';

/** The name, the description and who may use the crew. */
export const CrewAboutFields = ({ form }: AgentFormProps) => {
  const { tenantName } = useUser();
  return (
    <AboutFields
      name={form.field('name')}
      description={form.field('description')}
      access={form.bind('access')}
      words={{
        name: 'The name should be unique, so that everybody can tell the crews apart.',
        example: 'Offer desk',
        description: 'What it is good for, for the people who choose it.',
        private: 'Only people who are given access, and those who build.',
        public: `Everybody at ${tenantName} who may use agents. Operators still need access.`,
      }}
    />
  );
};
