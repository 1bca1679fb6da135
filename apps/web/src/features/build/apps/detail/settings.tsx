import type { App } from '@atelier/contracts/build/apps';
import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { useUpdateApp } from '../api.ts';
import { AppForm, fieldOfCode, settingsOf } from '../model/app-form.ts';
import { SettingsGroups } from '../workbench/settings-groups.tsx';
import { TryPanel } from '../workbench/try-panel.tsx';
import bench from '../workbench/workbench.module.css';
import classes from './detail.module.css';

/** The bar with the save button. It stays in view while there are unsaved changes. */
const SaveBar = ({ form }: { form: ZodForm<typeof AppForm> }) => {
  if (!form.isDirty) return null;
  return (
    <div className={classes.saveBar} role="region" aria-label="Unsaved changes">
      <span>You have unsaved changes.</span>
      <Button variant="subtle" color="gray" onClick={() => form.reset()} disabled={form.isSubmitting}>
        Discard
      </Button>
      <Button type="submit" loading={form.isSubmitting}>
        Save
      </Button>
    </div>
  );
};

const parts = [
  { value: 'settings', label: 'Settings' },
  { value: 'try', label: 'Try it' },
];

/** The settings of an app in folded groups, next to its chat, which answers with them before they are saved. */
export const Settings = ({ app }: { app: App }) => {
  const update = useUpdateApp('Settings updated successfully');
  const [shown, setShown] = useState('settings');
  const form = useZodForm(AppForm, {
    defaultValues: settingsOf(app),
    fieldOfCode,
    onSubmit: async (settings) => {
      const saved = await update.mutateAsync({ body: { appId: app.appId, ...settings } });
      form.reset(settingsOf(saved));
    },
  });
  return (
    <div className={bench.bench} data-shown={shown}>
      <div className={bench.tabs}>
        <SegmentedControl
          fullWidth
          aria-label="Part of the workbench"
          data={parts}
          value={shown}
          onChange={setShown}
        />
      </div>
      <form onSubmit={form.submit} noValidate className={bench.settings}>
        <SettingsGroups form={form} app={app} />
        <FormFailure failure={form.failure} />
        <SaveBar form={form} />
      </form>
      <div className={bench.try}>
        <TryPanel form={form} app={app} />
      </div>
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </div>
  );
};
