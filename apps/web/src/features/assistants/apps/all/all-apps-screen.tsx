import type { App } from '@atelier/contracts/assistants/apps';
import { Button, TextInput } from '@mantine/core';
import { IconExternalLink, IconSearch } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { AppsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { useOnlineApps } from '../api.ts';
import { shareLink } from '../model/share-link.ts';
import classes from './all-apps.module.css';

/** A card for one app, with a link to its chat. */
const AppCard = ({ app }: { app: App }) => (
  <li className={`surface-box-lg stack-3 pad-4 ${classes.card}`}>
    <div className={`beside-3 between ${classes.head}`}>
      <h2 className="min-0 flat break-anywhere title-sm">{app.name}</h2>
      <AccessBadge access={app.access} />
    </div>
    <p className="note clamp-3">{app.description === '' ? app.welcomeMessage : app.description}</p>
    <div className="row-2 between">
      <Button
        component="a"
        href={shareLink(app)}
        target="_blank"
        rel="noopener"
        leftSection={<IconExternalLink size={16} />}
        aria-label={`Open chat with ${app.name}`}
      >
        Open chat
      </Button>
      <TextLink to={`/apps/${app.appId}`} quiet>
        Details
      </TextLink>
    </div>
  </li>
);

const NoApps = () => {
  const may = useMay();
  if (!may('entities:all')) return <NothingShared what="apps" />;
  return (
    <EmptyState illustration={<AppsIllustration />} title="No app is online">
      Make one under <TextLink to="/apps">Apps</TextLink>, or switch one on again.
    </EmptyState>
  );
};

const NothingFound = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="Nothing found">
    No app has this in its name. Try another word.
  </EmptyState>
);

/** `/all-apps`: the apps that this user may chat with, each with a link to its chat (ROUTE-02). */
export const AllAppsScreen = () => {
  const [search, setSearch] = useUrlState('search');
  const { query, rows, more } = useOnlineApps(search);
  return (
    <Page title="All apps" description="Every app that you can talk to.">
      <QueryView
        query={query}
        skeleton="cards"
        isEmpty={() => rows.length === 0 && search === ''}
        empty={<NoApps />}
        errorTitle="The apps could not be loaded"
      >
        {() => (
          <>
            <TextInput
              className={classes.search ?? ''}
              type="search"
              aria-label="Search apps"
              placeholder="Search apps"
              leftSection={<IconSearch size={16} />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {rows.length === 0 ? <NothingFound /> : null}
            <ul className="stack-4 bare cards" aria-label="Apps">
              {rows.map((app) => (
                <AppCard key={app.appId} app={app} />
              ))}
            </ul>
            {more.hasMore ? (
              <div className="line-3 muted small above-4">
                <span>
                  {rows.length} of {more.total}
                </span>
                <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
                  Load more
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </Page>
  );
};
