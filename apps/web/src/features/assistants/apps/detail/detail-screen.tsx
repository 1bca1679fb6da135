import type { App } from '@atelier/contracts/assistants/apps';
import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { usePathParam } from '../../../../lib/browser/use-path-param.ts';
import { ApiPanels } from '../../../../lib/programs/api-panels.tsx';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { CopyButton } from '../../../../ui/content/copy-button.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { AccessPanel } from '../../../account/access/index.ts';
import { AttacksTab, TestsTab } from '../../../operate/evaluation/index.ts';
import { AppFeedback, AppQuestions, AppReport, CuratedTab } from '../../chat/index.ts';
import { useApp } from '../api.ts';
import { AppStatus } from '../app-status.tsx';
import { DeleteAppDialog } from '../delete-app-dialog.tsx';
import { codeExamples } from '../model/code-examples.ts';
import { shareLink } from '../model/share-link.ts';
import { useAppActions } from '../use-app-actions.tsx';
import { VersionsTab } from '../versions/versions-tab.tsx';
import { WidgetTab } from '../widget/widget-tab.tsx';
import { Overview } from './overview.tsx';
import { Settings } from './settings.tsx';

const describeApiAccess = ({ access }: App): string =>
  access === 'PUBLIC'
    ? 'A public app answers its own call without a key too. All other forms need one.'
    : 'A private app answers only with a key of your company.';

/** Shows how programs can call the app. */
const ApiTab = ({ app }: { app: App }) => (
  <ApiPanels
    title="Ask this app"
    idLabel="App id"
    id={app.appId}
    about={`${describeApiAccess(app)} Citations with their quotes come with every answer.`}
    forms={codeExamples({ origin: new URL(shareLink(app)).origin, appId: app.appId })}
  />
);

const breadcrumbs = [{ label: 'Apps', to: '/apps' }];
/** Actions that have a button of their own on this page. */
const elsewhere = new Set(['Open chat', 'Copy link', 'Edit']);

const Actions = ({ app, onDelete }: { app: App; onDelete: () => void }) => {
  const actions = useAppActions(onDelete)(app).filter((action) => !elsewhere.has(action.label));
  return (
    <>
      <CopyButton withText value={shareLink(app)} label="Copy link" />
      <Button
        component="a"
        href={shareLink(app)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} />}
      >
        Open chat
      </Button>
      <ActionsMenu label={`Actions for ${app.name}`} actions={actions} />
    </>
  );
};

const AppAccess = ({ app }: { app: App }) => (
  <AccessPanel
    invitesFromOutside
    entityId={app.appId}
    what={`the app “${app.name}”`}
    description={
      app.access === 'PUBLIC'
        ? 'Anyone with the link can chat. Everybody except operators sees it in the list of apps; operators get access here.'
        : 'Only the people listed here can open it and chat with it.'
    }
  />
);

const Loaded = ({ app }: { app: App }) => {
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  return (
    <Page
      title={app.name}
      breadcrumbs={breadcrumbs}
      aside={
        <span className="inline-3">
          <AppStatus {...app} />
          <AccessBadge access={app.access} />
        </span>
      }
      {...(app.description === '' ? {} : { description: app.description })}
      actions={<Actions app={app} onDelete={() => setDeleting(true)} />}
    >
      <UrlTabs
        label="Sections of the app"
        tabs={[
          { value: 'overview', label: 'Overview', content: <Overview app={app} /> },
          ...(app.abilities.canUpdate
            ? [
                { value: 'settings', label: 'Settings', content: <Settings app={app} /> },
                { value: 'versions', label: 'Versions', content: <VersionsTab app={app} /> },
              ]
            : []),
          ...(may('entities:all')
            ? [{ value: 'access', label: 'Access', content: <AppAccess app={app} /> }]
            : []),
          { value: 'questions', label: 'Questions', content: <AppQuestions appId={app.appId} /> },
          { value: 'report', label: 'Report', content: <AppReport appId={app.appId} /> },
          ...(may('feedback:write')
            ? [{ value: 'feedback', label: 'Feedback', content: <AppFeedback appId={app.appId} /> }]
            : []),
          ...(app.abilities.canUpdate
            ? [
                { value: 'curated', label: 'Curated answers', content: <CuratedTab appId={app.appId} /> },
                {
                  value: 'tests',
                  label: 'Test questions',
                  content: <TestsTab subject={{ appId: app.appId }} />,
                },
                {
                  value: 'attacks',
                  label: 'Attacks',
                  content: <AttacksTab subject={{ appId: app.appId }} />,
                },
              ]
            : []),
          { value: 'widget', label: 'Widget', content: <WidgetTab app={app} /> },
          { value: 'api', label: 'API', content: <ApiTab app={app} /> },
        ]}
      />
      <DeleteAppDialog
        app={app}
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        onDeleted={() => void navigate({ to: '/apps', replace: true, ignoreBlocker: true })}
      />
    </Page>
  );
};

/** `/apps/{id}`: the page of one app. */
export const DetailScreen = () => {
  const query = useApp(usePathParam('id'));
  if (query.data) return <Loaded app={query.data} />;
  return (
    <Page title="App" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This app could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};
