import { App } from '@atelier/contracts/assistants/apps';
import { useState } from 'react';
import type { z } from 'zod';
import { SettingGroups } from '../../../../lib/forms/setting-groups.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import { GateDialog, heldBackBy, type TestsToPass } from '../../../operate/evaluation/index.ts';
import { useUpdateApp } from '../api.ts';
import { AppGroupFields } from '../fields/app-controls.tsx';
import { AppForm, fieldOfCode, settingGroups, toAppForm } from '../model/app-form.ts';
import { TryPanel } from '../workbench/try-panel.tsx';

type Settings = z.output<typeof AppForm>;

/** The settings of an app in folded groups, next to its chat, which answers with them before they are saved. */
export const Settings = ({ app }: { app: App }) => {
  const update = useUpdateApp('Settings updated successfully');
  const [heldBack, setHeldBack] = useState<{
    settings: Settings;
    revision: number | undefined;
    tests: TestsToPass;
  }>();
  const save = async (
    settings: Settings,
    change: { revision: number | undefined; overrideGate: boolean },
  ) => {
    const saved = await update.mutateAsync({ body: { appId: app.appId, ...settings, ...change } });
    form.reset(toAppForm(saved), saved.revision);
  };
  const form = useZodForm(AppForm, {
    defaultValues: toAppForm(app),
    fieldOfCode,
    stored: { revision: app.revision, read: (newest) => toAppForm(App.parse(newest)) },
    onSubmit: async (settings, revision) => {
      try {
        await save(settings, { revision, overrideGate: false });
      } catch (error) {
        const tests = heldBackBy(error);
        if (!tests) throw error;
        setHeldBack({ settings, revision, tests });
      }
    },
  });
  return (
    <>
      <Workbench
        onSubmit={form.submit}
        settings={
          <>
            <SettingGroups groups={settingGroups} form={form}>
              {(group) => <AppGroupFields group={group} form={form} app={app} />}
            </SettingGroups>
            <FormFailure failure={form.failure} />
            <SaveBar form={form} />
          </>
        }
        trial={<TryPanel form={form} app={app} />}
      />
      {heldBack ? (
        <GateDialog
          tests={heldBack.tests}
          change={{ settings: heldBack.settings }}
          verb="Save"
          onSave={(overrideGate) => save(heldBack.settings, { revision: heldBack.revision, overrideGate })}
          onClose={() => setHeldBack(undefined)}
        />
      ) : null}
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
