import type { App } from '@atelier/contracts/build/apps';
import { Tabs } from '@mantine/core';
import { useMay } from '../../../../lib/account/session.ts';
import { CodeBlock } from '../../../../ui/content/code-block.tsx';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { Panel } from '../../../../ui/layout/panel.tsx';
import { codeExamples } from '../model/code-examples.ts';
import { shareLink } from '../model/share-link.ts';
import { ApiKeyPanel } from './api-key.tsx';
import classes from './detail.module.css';

const Examples = ({ app }: { app: App }) => {
  const { origin } = new URL(shareLink(app));
  const examples = codeExamples({ origin, appId: app.appId });
  return (
    <Tabs defaultValue={examples[0]?.id ?? ''} keepMounted={false}>
      <Tabs.List aria-label="Languages">
        {examples.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ id, label, code }) => (
        <Tabs.Panel key={id} value={id} pt="md">
          <CodeBlock label={`the ${label} example`} code={code} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
};

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
            {app.access === 'PUBLIC'
              ? 'A public app answers its own call without a key too. OpenAI’s clients always send one.'
              : 'A private app answers only with a key of your company.'}{' '}
            Citations come with every answer. All calls are described under{' '}
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
