import { type App, apps } from '@atelier/contracts/build/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { IconBook2, IconMessage2 } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { NothingShared } from '../../features/account/access/index.ts';
import { FirstMinute, useQuickStart } from '../../features/operate/onboarding/index.ts';
import { useAccountCompletion } from '../../lib/account/account-completion.ts';
import { OverviewMark } from '../../lib/account/home-overview.ts';
import { useMay, useUser } from '../../lib/account/session.ts';
import { useRead } from '../../lib/query.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { GetStarted } from './get-started.tsx';
import { greetingAt } from './greeting.ts';
import classes from './home.module.css';
import { HomeActions } from './home-actions.tsx';
import { nextSteps } from './next-steps.ts';
import { type RecentItem, RecentList } from './recent-list.tsx';

const shown = 5;

const plural = (count: number, one: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

const appItem = (app: App): RecentItem => ({
  id: app.appId,
  name: app.name,
  to: `/apps/${app.appId}`,
  detail: `${app.access === 'PUBLIC' ? 'Public' : 'Private'} · ${plural(app.conversations, 'conversation')}`,
  updatedAt: app.updatedAt,
  icon: <IconMessage2 size={18} />,
});

const baseItem = (base: KnowledgeBase): RecentItem => ({
  id: base.knowledgeBaseId,
  name: base.name,
  to: `/knowledge-base/${base.knowledgeBaseId}/documents`,
  detail: `${plural(base.counts.documents, 'document')} · ${plural(base.counts.chunks, 'chunk')}`,
  updatedAt: base.updatedAt,
  icon: <IconBook2 size={18} />,
});

/** The next onboarding step, for users who may take it. It is shown from the first answer on until everything is done. */
const Onboarding = () => {
  const may = useMay();
  const completion = useAccountCompletion();
  const { routesByPath } = useRouter();
  if (!completion || !may('knowledge:write')) return null;
  const steps = nextSteps(completion, (screen) => screen in routesByPath);
  return steps.some((step) => !step.isDone) ? <GetStarted steps={steps} /> : null;
};

/** Reads both lists as one query, so that the screen loads, fails and retries once. */
const useHome = () => {
  const recent = { query: { limit: shown } };
  const appList = useRead(apps.endpoints.list, recent);
  const baseList = useRead(knowledge.endpoints.list, recent);
  return {
    data:
      appList.data && baseList.data ? { apps: appList.data.items, bases: baseList.data.items } : undefined,
    error: appList.error ?? baseList.error,
    refetch: () => Promise.all([appList.refetch(), baseList.refetch()]),
  };
};

interface HomeData {
  apps: App[];
  bases: KnowledgeBase[];
}

/** The overview: the next onboarding step and the objects that were changed last. */
const Overview = ({ data }: { data: HomeData }) => {
  const may = useMay();
  return (
    <div className={classes.home}>
      <OverviewMark />
      {data.apps.length + data.bases.length === 0 && !may('entities:all') ? (
        <NothingShared what="apps" />
      ) : null}
      <Onboarding />
      <div className={classes.columns}>
        <RecentList title="Apps" all="/apps" items={data.apps.map(appItem)} />
        <RecentList title="Knowledge" all="/knowledge-base" items={data.bases.map(baseItem)} />
      </div>
    </div>
  );
};

/**
 * Decides between the two forms of Home. Builders see the way to a first answer while the tenant has nothing yet and until
 * they have finished it; everybody else sees the overview.
 */
const useStart = (home: ReturnType<typeof useHome>) => {
  const may = useMay();
  const isBuilder = may('apps:write') && may('knowledge:write');
  const begun = useQuickStart({ enabled: isBuilder });
  const isLoading = home.data === undefined || (isBuilder && begun.data === undefined && !begun.error);
  const start = begun.data?.quickStart ?? null;
  const isEmpty = home.data !== undefined && home.data.apps.length + home.data.bases.length === 0;
  const isFirst = isBuilder && !isLoading && (isEmpty || start !== null);
  return { start, isFirst, query: isLoading ? { ...home, data: undefined } : home };
};

/** The landing screen: the way to a first answer, later the next onboarding step and the objects that were changed last. */
export const HomeScreen = () => {
  const user = useUser();
  const { start, isFirst, query } = useStart(useHome());
  const [hour] = useState(() => new Date().getHours());
  const hasApps = (query.data?.apps.length ?? 0) > 0;
  return (
    <Page
      title={`${greetingAt(hour)}, ${user.firstName || user.name}`}
      documentTitle="Home"
      actions={hasApps && !isFirst ? <HomeActions /> : undefined}
      description={
        isFirst
          ? 'Give Atelier a document, ask it, and share the chat as a link.'
          : `This is what is going on at ${user.tenantName}.`
      }
    >
      <QueryView query={query} skeleton="cards">
        {(data) =>
          isFirst ? (
            <Suspense fallback={<div role="status" aria-label="Loading" />}>
              <FirstMinute start={start} />
            </Suspense>
          ) : (
            <Overview data={data} />
          )
        }
      </QueryView>
    </Page>
  );
};
