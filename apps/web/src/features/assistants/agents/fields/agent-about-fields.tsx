import { AboutFields } from '../../../../lib/about-fields.tsx';
import { useUser } from '../../../../lib/account/session.ts';
import type { AgentFormProps } from './agent-form-props.ts';
import { KindFields } from './kind-fields.tsx';

/** The name, the description, who may use the agent, and what it is called to be. */
export const AgentAboutFields = ({ form }: AgentFormProps) => {
  const { tenantName } = useUser();
  return (
    <>
      <AboutFields
        name={form.field('name')}
        description={form.field('description')}
        access={form.bind('access')}
        words={{
          name: 'The name should be unique, so that everybody can tell the agents apart.',
          example: 'Offer checker',
          description: 'What it is good for. Other agents read this when they decide whom to hand work to.',
          private: 'Only people who are given access, and those who build.',
          public: `Everybody at ${tenantName} who may use agents. Operators still need access.`,
        }}
      />
      <KindFields form={form} />
    </>
  );
};
