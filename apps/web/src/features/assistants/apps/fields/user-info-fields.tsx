import type { UserInfoField } from '@atelier/contracts/assistants/apps/app-settings';
import { Checkbox, Group } from '@mantine/core';
import { Switched } from '../../../../ui/forms/switched.tsx';
import type { AppFormProps } from './app-form-props.ts';

const choices: { value: UserInfoField; label: string }[] = [
  { value: 'NAME', label: 'Name' },
  { value: 'EMAIL', label: 'Email' },
];

/** Decides what visitors have to tell before their first question (APP-17, APP-18). */
export const UserInfoFields = ({ form }: AppFormProps) => {
  const fields = form.bind('userInfoFields');
  return (
    <Switched
      label="Ask visitors who they are"
      description="Before their first question. You see their answers with their questions. Members of your company are not asked."
      field={form.bind('collectUserInfo')}
    >
      <Checkbox.Group
        label="Visitors are asked for"
        value={fields.value ?? []}
        onChange={(next) => fields.onChange(next as UserInfoField[])}
        error={fields.error}
      >
        <Group mt="xs">
          {choices.map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </Switched>
  );
};
