import type { App } from '@atelier/contracts/build/apps';
import { SegmentedControl, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { codeExamples, type ExampleForm } from '../model/code-examples.ts';
import { shareLink } from '../model/share-link.ts';
import { ApiKeyPanel } from './api-key.tsx';
import classes from './detail.module.css';

const Languages = ({ form }: { form: ExampleForm }) => (
  <Tabs key={form.id} defaultValue={form.examples[0]?.id ?? ''} keepMounted={false}>
    <Tabs.List aria-label="Languages">
      {form.examples.map(({ id, label }) => (
        <Tabs.Tab key={id} value={id}>
          {label}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {form.examples.map(({ id, label, code }) => (
      <Tabs.Panel key={id} value={id} pt="md">
        <CodeBlock label={`the example for ${form.label}, ${label}`} code={code} />
      </Tabs.Panel>
    ))}
  </Tabs>
);

const Examples = ({ app }: { app: App }) => {
  const { origin } = new URL(shareLink(app));
  const forms = codeExamples({ origin, appId: app.appId });
  const [chosen, setChosen] = useState(forms[0]?.id ?? '');
  const form = forms.find(({ id }) => id === chosen);
  return (
    <>
      <SegmentedControl
        aria-label="Form of the call"
        className={classes.forms ?? ''}
        data={forms.map(({ id, label }) => ({ value: id, label }))}
        value={chosen}
        onChange={setChosen}
      />
      {form ? (
        <>
          <p>{form.about}</p>
          <Languages form={form} />
        </>
      ) : null}
    </>
  );
};

const accessOf = ({ access }: App): string =>
  access === 'PUBLIC'
    ? 'A public app answers its own call without a key too. All other forms need one.'
    : 'A private app answers only with a key of your company.';

/** Shows how programs can call the app. */
export const ApiTab = ({ app }: { app: App }) => {
  const may = useMay();
  return (
    <div className={classes.main}>
      {may('keys:write') ? <ApiKeyPanel /> : null}
      <Panel title="Ask this app">
        <div className={classes.call}>
          <div className={classes.key}>
            <span>App id</span>
            <code>{app.appId}</code>
            <CopyButton value={app.appId} label="Copy app id" size="md" />
          </div>
          <p>
            {accessOf(app)} Citations with their quotes come with every answer. The examples read the key from
            the variable <code>ATELIER_API_KEY</code>. All calls are described under{' '}
            <a className={classes.docs} href="/api/docs" target="_blank" rel="noopener">
              /api/docs
            </a>
            .
          </p>
          <Examples app={app} />
        </div>
      </Panel>
    </div>
  );
};
