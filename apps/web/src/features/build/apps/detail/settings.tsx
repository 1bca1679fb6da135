import type { App } from '@atelier/contracts/build/apps';
import { useState } from 'react';
import type { z } from 'zod';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { SaveBar } from '../../../../ui/forms/save-bar.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Workbench } from '../../../../ui/layout/workbench.tsx';
import { GateDialog, heldBackBy, type TestsToPass } from '../../../operate/evaluation/index.ts';
import { useUpdateApp } from '../api.ts';
import { AppForm, fieldOfCode, settingsOf } from '../model/app-form.ts';
import { SettingsGroups } from '../workbench/settings-groups.tsx';
import { TryPanel } from '../workbench/try-panel.tsx';

type Settings = z.output<typeof AppForm>;

/** The settings of an app in folded groups, next to its chat, which answers with them before they are saved. */
export const Settings = ({ app }: { app: App }) => {
  const update = useUpdateApp('Settings updated successfully');
  const [heldBack, setHeldBack] = useState<{ settings: Settings; tests: TestsToPass }>();
  const save = async (settings: Settings, overrideGate: boolean) => {
    const saved = await update.mutateAsync({ body: { appId: app.appId, ...settings, overrideGate } });
    form.reset(settingsOf(saved));
  };
  const form = useZodForm(AppForm, {
    defaultValues: settingsOf(app),
    fieldOfCode,
    onSubmit: async (settings) => {
      try {
        await save(settings, false);
      } catch (error) {
        const tests = heldBackBy(error);
        if (!tests) throw error;
        setHeldBack({ settings, tests });
      }
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
      {heldBack ? (
        <GateDialog
          tests={heldBack.tests}
          change={{ settings: heldBack.settings }}
          verb="Save"
          onSave={(isOverride) => save(heldBack.settings, isOverride)}
          onClose={() => setHeldBack(undefined)}
        />
      ) : null}
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </>
  );
};
