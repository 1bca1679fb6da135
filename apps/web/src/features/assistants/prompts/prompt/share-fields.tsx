import { Role } from '@atelier/contracts/kernel/permissions';
import { MultiSelect } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { ChoiceCards } from '../../../../ui/forms/choice-cards.tsx';
import type { ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useColleagues } from '../api.ts';
import type { PromptForm } from './prompt-fields.tsx';

const choices = [
  { value: 'EVERYONE', label: 'Everyone', description: 'All members of your company.' },
  { value: 'CUSTOM', label: 'Some people', description: 'Those that you name, and you.' },
] as const;

const roleLabels: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admins',
  BUILDER: 'Builders',
  OPERATOR: 'Operators',
  USER: 'Users',
};
const roles = Role.options.map((value) => ({ value, label: roleLabels[value] }));

/** Chooses members. Only those who may see the list of members get it. */
const PeopleField = ({ form }: { form: ZodForm<PromptForm> }) => {
  const { value = [], onChange, error } = form.bind('sharedUsers');
  const mayRead = useMay()('users:read');
  const members = useColleagues(mayRead).data?.items ?? [];
  if (!mayRead) return null;
  const known = members.flatMap(({ id, status, name, email }) =>
    status === 'ACTIVE' ? [{ value: id, label: name ?? email }] : [],
  );
  return (
    <MultiSelect
      label="People"
      searchable
      clearable
      data={known}
      value={value}
      onChange={onChange}
      error={error}
      nothingFoundMessage="Nobody has this name"
    />
  );
};

/** Fields for those who see the prompt. Owner and admins always do. */
export const ShareFields = ({ form }: { form: ZodForm<PromptForm> }) => {
  const share = form.bind('shareWith');
  const shared = form.bind('sharedRoles');
  return (
    <>
      <ChoiceCards
        label="Share with"
        compact
        choices={choices}
        value={share.value ?? 'EVERYONE'}
        onChange={share.onChange}
        help="Owner and admins see every prompt."
      />
      {share.value === 'CUSTOM' ? (
        <>
          <MultiSelect
            label="Roles"
            clearable
            data={roles}
            value={shared.value ?? []}
            onChange={(value) => shared.onChange(value as Role[])}
            error={shared.error}
          />
          <PeopleField form={form} />
        </>
      ) : null}
    </>
  );
};
