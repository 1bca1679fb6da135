import { App } from '@atelier/contracts/assistants/apps';
import { AllowedSite, AppSettings, mostAllowedSites } from '@atelier/contracts/assistants/apps/app-settings';
import { Button, SegmentedControl, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { FormFailure } from '../../../../ui/feedback/form-failure.tsx';
import { LeaveQuestion } from '../../../../ui/forms/leave-question.tsx';
import { useZodForm } from '../../../../ui/forms/use-zod-form.ts';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { useUpdateApp } from '../api.ts';
import { shareLink } from '../model/share-link.ts';
import { siteOrigin } from './site-origin.ts';
import classes from './widget.module.css';
import { WidgetPreview } from './widget-preview.tsx';
import { type WidgetSide, widgetPolicy, widgetScript } from './widget-script.ts';

const SitesForm = z.object({
  allowedSites: z
    .array(z.string())
    .superRefine((sites, context) => {
      for (const site of sites) {
        const { error } = AllowedSite.safeParse(site);
        if (error)
          context.addIssue({ code: 'custom', message: `${site}: ${error.issues[0]?.message ?? ''}` });
      }
    })
    .pipe(AppSettings.shape.allowedSites.unwrap()),
});

/** The sites that may show the app. */
const Sites = ({ app }: { app: App }) => {
  const update = useUpdateApp('Settings updated successfully');
  const form = useZodForm(SitesForm, {
    defaultValues: { allowedSites: app.allowedSites },
    stored: {
      revision: app.revision,
      read: (newest) => ({ allowedSites: App.parse(newest).allowedSites }),
    },
    onSubmit: async ({ allowedSites }, revision) => {
      const saved = await update.mutateAsync({ body: { appId: app.appId, allowedSites, revision } });
      form.reset({ allowedSites: saved.allowedSites }, saved.revision);
    },
  });
  const { onChange, ...field } = form.bind('allowedSites');
  return (
    <form onSubmit={form.submit} noValidate className={`stack-5 min-0 one-column ${classes.stack}`}>
      {app.allowedSites.length === 0 ? (
        <p className="flat warning warning-box pad-3-4">
          No site may show this chat yet. Add your site here before you place the script on it.
        </p>
      ) : null}
      <TagsInput
        label="Allowed sites"
        description="Press Enter after each address. https://*.example.com allows all subdomains."
        placeholder="https://www.example.com"
        maxTags={mostAllowedSites}
        splitChars={[',', ' ']}
        acceptValueOnBlur
        disabled={!app.abilities.canUpdate}
        {...field}
        onChange={(sites) => onChange([...new Set(sites.map(siteOrigin))])}
      />
      <FormFailure failure={form.failure} />
      {app.abilities.canUpdate ? (
        <div className="wrap-2">
          <Button type="submit" loading={form.isSubmitting} disabled={!form.isDirty}>
            Save
          </Button>
        </div>
      ) : null}
      <LeaveQuestion isDirty={form.isDirty && !form.isSubmitting} />
    </form>
  );
};

const sides = [
  { value: 'right', label: 'Right' },
  { value: 'left', label: 'Left' },
];

/** The widget of the chat on other sites (APP-21): which sites, the script, and the looks. */
export const WidgetTab = ({ app }: { app: App }) => {
  const [side, setSide] = useState<WidgetSide>('right');
  const { origin } = new URL(shareLink(app));
  return (
    <div className={`stack align-start ${classes.columns}`}>
      <div className="stack-5 min-0 one-column">
        {app.access === 'PRIVATE' ? (
          <p className="flat warning warning-box pad-3-4">
            This app is private. On other sites it only shows a link to the chat, where people sign in.
          </p>
        ) : null}
        <Panel title="Sites" description="Browsers show the chat on these sites and on no others.">
          <Sites app={app} />
        </Panel>
        <Panel title="Script" description="Place this line on every page that should show the chat.">
          <div className={`stack-5 min-0 one-column ${classes.stack}`}>
            <SegmentedControl
              aria-label="Side of the page"
              data={sides}
              value={side}
              onChange={(value) => setSide(value === 'left' ? 'left' : 'right')}
            />
            <CodeBlock label="the script" code={widgetScript(app, { origin, side })} />
            <p>
              A button appears in the corner of the page and opens the chat. The script loads nothing else
              until then. If your site has a content security policy, it must allow:
            </p>
            <CodeBlock label="the policy" code={widgetPolicy(origin)} />
          </div>
        </Panel>
      </div>
      <WidgetPreview app={app} side={side} />
    </div>
  );
};
