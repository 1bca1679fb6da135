import { useUser } from '../../../../lib/account/session.ts';
import { AboutFields } from '../../../../lib/forms/about-fields.tsx';
import type { AppFormProps } from './app-form-props.ts';

/** The name, the description and who may use the app. */
export const AppAboutFields = ({ form }: AppFormProps) => {
  const { tenantName } = useUser();
  return (
    <AboutFields
      name={form.field('name')}
      description={form.field('description')}
      access={form.bind('access')}
      words={{
        name: 'Shown at the top of the chat.',
        example: 'Staff helper',
        description: 'For you and your colleagues; visitors do not see it.',
        private: `Only people of ${tenantName} who are given access, and those who build. They sign in first.`,
        public:
          'Anyone with the link, without an account. They can ask about everything in its knowledge bases.',
      }}
    />
  );
};
