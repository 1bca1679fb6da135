import type { App } from '@atelier/contracts/build/apps';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import { useUpdateApp } from '../api.ts';
import { AppForm, fieldOfCode, settingsOf } from '../model/app-form.ts';
import { SettingsGroups } from '../workbench/settings-groups.tsx';
import { TryPanel } from '../workbench/try-panel.tsx';

/** The settings of an app in folded groups, next to its chat, which answers with them before they are saved. */
export const Settings = ({ app }: { app: App }) => {
  const update = useUpdateApp('Settings updated successfully');
  const form = useZodForm(AppForm, {
    defaultValues: settingsOf(app),
    fieldOfCode,
    onSubmit: async (settings) => {
      const saved = await update.mutateAsync({ body: { appId: app.appId, ...settings } });
      form.reset(settingsOf(saved));
    },
  });
  return (
    <>
      <Workbench
        onSubmit={form.submit}
        settings={
          <>
            <SettingsGroups form={form} app={app} />
            <FormFailure failure={form.failure} />
            <SaveBar form={form} />
          </>
        }
        trial={<TryPanel form={form} app={app} />}
      />
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
