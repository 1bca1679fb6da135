import type { App } from '@atelier/contracts/assistants/apps';
import { Stack } from '@mantine/core';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { AppGroupFields } from '../fields/app-controls.tsx';
import type { AppFormProps } from '../fields/app-form-props.ts';
import { settingGroups } from '../model/app-form.ts';

/** Returns the group in which a setting of an app is found. */
export const groupNameFor = (setting: unknown): string | undefined =>
  settingGroups.find(({ fields }) => fields.some((field) => field === setting))?.label;

/** All settings of an app in folded groups. A group with a refused setting opens by itself. */
export const SettingsGroups = ({ form, app }: AppFormProps & { app: App }) => (
  <Stack gap="sm">
    {settingGroups.map(({ id, label, summary, fields }) => (
      <Fold
        key={id}
        label={label}
        summary={summary}
        isForced={fields.some((field) => form.form.getFieldState(field, form.form.formState).invalid)}
      >
        <Stack gap="lg">
          <AppGroupFields group={id} form={form} app={app} />
        </Stack>
      </Fold>
    ))}
  </Stack>
);
