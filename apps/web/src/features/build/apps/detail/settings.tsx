import type { App } from '@atelier/contracts/build/apps';
import { Button, Stack } from '@mantine/core';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm, type ZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useUpdateApp } from '../api.ts';
import { AppearanceFields } from '../fields/appearance-fields.tsx';
import { BotFields } from '../fields/bot-fields.tsx';
import { ContextFields } from '../fields/context-fields.tsx';
import { DetailsFields } from '../fields/details-fields.tsx';
import { UserInfoFields } from '../fields/user-info-fields.tsx';
import { VisitorFields } from '../fields/visitor-fields.tsx';
import { AppForm, fieldOfCode, settingsOf, wizardSteps } from '../model/app-form.ts';
import { ChatPreview } from '../preview/chat-preview.tsx';
import { toPreview } from '../preview/to-preview.ts';
import classes from './detail.module.css';

const [details, bot, appearance] = wizardSteps;

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

/** All settings of an app, with a live preview next to them. */
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
    <form onSubmit={form.submit} noValidate className={classes.columns}>
      <div className={classes.main}>
        <Panel title={details.label}>
          <Stack gap="lg">
            <DetailsFields form={form} />
          </Stack>
        </Panel>
        <Panel title={bot.label}>
          <Stack gap="lg">
            <BotFields form={form} app={app} />
          </Stack>
        </Panel>
        <Panel title={appearance.label}>
          <Stack gap="lg">
            <AppearanceFields form={form} app={app} />
          </Stack>
        </Panel>
        <Panel
          title="Context"
          description="What the model reads with each question, in addition to the chunks that were found."
        >
          <ContextFields form={form} />
        </Panel>
        <Panel
          title="Visitors"
          description="What visitors tell before they ask, and how much they may ask while the app is public. Members of your company are not limited."
        >
          <Stack gap="lg">
            <UserInfoFields form={form} />
            <VisitorFields form={form} />
          </Stack>
        </Panel>
        <FormFailure failure={form.failure} />
        <SaveBar form={form} />
      </div>
      <aside className={classes.preview} aria-label="Preview">
        <ChatPreview chat={toPreview(form, app)} />
      </aside>
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </form>
  );
};
