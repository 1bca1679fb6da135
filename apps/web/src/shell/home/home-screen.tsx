import { type App, apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button } from '@mantine/core';
import { IconBook2, IconMessage2, IconRobot } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { AccessRequests, SharedList, useSharedThings } from '../../features/account/access/index.ts';
import { AgentLists, NewAgent, NewCrew, useNewestAgents } from '../../features/assistants/agents/index.ts';
import { NewWorker, WorkerList } from '../../features/assistants/workers/index.ts';
import { FirstMinute, useQuickStart } from '../../features/operate/onboarding/index.ts';
import { useAccountCompletion } from '../../lib/account/account-completion.ts';
import { OverviewMark } from '../../lib/account/home-overview.ts';
import { useMay, useUser } from '../../lib/account/session.ts';
import { useRead } from '../../lib/query.ts';
import { useUrlState } from '../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { GetStarted } from './get-started.tsx';
import classes from './home.module.css';
import { HomeActions } from './home-actions.tsx';
import { nextSteps } from './next-steps.ts';
import { type RecentItem, RecentList } from './recent-list.tsx';

/** Returns a greeting for the hour of the day. */
const greetingAt = (hour: number): string => {
  if (hour < 5) return 'Hello';
  if (hour < 12) return 'Good morning';
  return hour < 18 ? 'Good afternoon' : 'Good evening';
};

// The part below the first screen is loaded after it.
const HomePulse = lazy(() => import('./home-pulse.tsx').then((loaded) => ({ default: loaded.HomePulse })));

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

/** Reads what there is as one query, so that the screen loads, fails and retries once. */
const useHome = () => {
  const recent = { query: { limit: shown } };
  const appList = useRead(apps.endpoints.list, recent);
  const baseList = useRead(knowledge.endpoints.list, recent);
  const agentList = useNewestAgents();
  return {
    data:
      appList.data && baseList.data && agentList.data
        ? { apps: appList.data.items, bases: baseList.data.items, hasAgents: agentList.data.total > 0 }
        : undefined,
    error: appList.error ?? baseList.error ?? agentList.error,
    refetch: () => Promise.all([appList.refetch(), baseList.refetch(), agentList.refetch()]),
  };
};

interface HomeData {
  apps: App[];
  bases: KnowledgeBase[];
  hasAgents: boolean;
}

const isNothingThere = ({ apps: appList, bases, hasAgents }: HomeData): boolean =>
  appList.length + bases.length === 0 && !hasAgents;

/** True while the tenant has at most the app and the knowledge base that the way to a first answer makes. */
const isOnlyBegun = ({ apps: appList, bases, hasAgents }: HomeData): boolean =>
  appList.length <= 1 && bases.length <= 1 && !hasAgents;

const isOnTheWay = (data: HomeData, hasBegun: boolean): boolean =>
  isNothingThere(data) || (hasBegun && isOnlyBegun(data));

interface OnNew {
  onNew: (() => void) | undefined;
  onNewCrew: (() => void) | undefined;
  onNewWorker: (() => void) | undefined;
}

/** The lists of agents, crews and workers. */
const Lists = ({ onNew, onNewCrew, onNewWorker }: OnNew) => (
  <Suspense fallback={<div role="status" aria-label="Loading" />}>
    <AgentLists
      onNew={onNew}
      onNewCrew={onNewCrew}
      more={[{ value: 'workers', label: 'Workers', content: <WorkerList onNew={onNewWorker} /> }]}
    />
  </Suspense>
);

interface OverviewProps extends OnNew {
  data: HomeData;
}

/** The next onboarding step, the agents, and the other objects that were changed last. */
const Overview = ({ data, onNew, onNewCrew, onNewWorker }: OverviewProps) => {
  return (
    <div className="stack-6">
      <OverviewMark />
      <Suspense>
        <AccessRequests />
      </Suspense>
      <Onboarding />
      <Suspense fallback={<div role="status" aria-label="Loading" />}>
        <HomePulse />
      </Suspense>
      <Lists onNew={onNew} onNewCrew={onNewCrew} onNewWorker={onNewWorker} />
      <div className={`stack-6 align-start ${classes.columns}`}>
        <RecentList title="Apps" all="/apps" items={data.apps.map(appItem)} />
        <RecentList title="Knowledge" all="/knowledge-base" items={data.bases.map(baseItem)} />
      </div>
    </div>
  );
};

/**
 * Decides between the two forms of the screen. Builders see the way to a first answer while the tenant has nothing yet and until
 * they have finished it or made something else, which has to be found; everybody else sees the overview.
 */
const useStart = (home: ReturnType<typeof useHome>) => {
  const may = useMay();
  const isBuilder = may('apps:write') && may('knowledge:write');
  const begun = useQuickStart({ enabled: isBuilder });
  const isLoading = home.data === undefined || (isBuilder && begun.data === undefined && !begun.error);
  const start = begun.data?.quickStart ?? null;
  const isFirst = isBuilder && !isLoading && home.data !== undefined && isOnTheWay(home.data, start !== null);
  return { start, isFirst, query: isLoading ? { ...home, data: undefined } : home };
};

/** Leads from the way to a first answer to an agent. */
const AgentInstead = ({ onNew }: Pick<OnNew, 'onNew'>) =>
  onNew ? (
    <Button variant="default" leftSection={<IconRobot size={16} />} onClick={onNew}>
      Make an agent instead
    </Button>
  ) : null;

const useGreeting = (): string => {
  const user = useUser();
  const [hour] = useState(() => new Date().getHours());
  return `${greetingAt(hour)}, ${user.firstName || user.name}`;
};

/** One page in both forms, so that its heading keeps the focus when it turns out which one it is. */
const Landing = ({ onNew, onNewCrew, onNewWorker }: OnNew) => {
  const { start, isFirst, query } = useStart(useHome());
  const greeting = useGreeting();
  const { tenantName } = useUser();
  const first = {
    title: greeting,
    description: 'Give Atelier a document, ask it, and share the chat as a link.',
    actions: start === null ? <AgentInstead onNew={onNew} /> : undefined,
  };
  const later = {
    title: 'Agents',
    description: `This is what is going on at ${tenantName}.`,
    actions: query.data ? <HomeActions onNewAgent={query.data.hasAgents ? onNew : undefined} /> : undefined,
  };
  return (
    <Page {...(isFirst ? first : later)} documentTitle="Agents">
      <QueryView query={query} skeleton="cards">
        {(data) =>
          isFirst ? (
            <Suspense fallback={<div role="status" aria-label="Loading" />}>
              <FirstMinute start={start} />
            </Suspense>
          ) : (
            <Overview data={data} onNew={onNew} onNewCrew={onNewCrew} onNewWorker={onNewWorker} />
          )
        }
      </QueryView>
    </Page>
  );
};

const nothingNew: OnNew = { onNew: undefined, onNewCrew: undefined, onNewWorker: undefined };

/**
 * The landing screen of users who see only what was shared with them: all of it in one list, with what waits for them first. A link to one of
 * the lists of agents, crews and workers shows that list first.
 */
const SharedLanding = () => {
  const { tenantName } = useUser();
  const [list] = useUrlState('list');
  const [isListFirst] = useState(list !== '');
  const shared = (
    <Suspense key="shared" fallback={<div role="status" aria-label="Loading" />}>
      <SharedList />
    </Suspense>
  );
  const isNothingShared = useSharedThings().first?.total === 0;
  const parts = [shared, <Lists key="lists" {...nothingNew} />];
  return (
    <Page
      title={useGreeting()}
      documentTitle="Agents"
      description={`What is shared with you at ${tenantName}, and what waits for you.`}
    >
      <div className="stack-6">
        <OverviewMark />
        {isNothingShared ? shared : isListFirst ? parts.toReversed() : parts}
        {isNothingShared ? null : (
          <Suspense fallback={<div role="status" aria-label="Loading" />}>
            <HomePulse />
          </Suspense>
        )}
      </div>
    </Page>
  );
};

const makers = { crew: NewCrew, worker: NewWorker };

/**
 * The landing screen: what was shared with users who build nothing; for all others the way to a first answer, later the lists of agents, crews and workers with what else was changed last. `?new=1` makes an
 * agent, `?new=crew` a crew, `?new=worker` a worker.
 */
export const HomeScreen = () => {
  const may = useMay();
  const mayMake = may('agents:write');
  const [kind, setKind] = useUrlState('new', '', { isPlace: true });
  if (kind !== '' && mayMake) {
    const Make = kind === 'crew' || kind === 'worker' ? makers[kind] : NewAgent;
    return (
      <Suspense fallback={<PageSkeleton />}>
        <Make onCancel={() => setKind('')} />
      </Suspense>
    );
  }
  if (!may('entities:all')) return <SharedLanding />;
  const on = (next: string) => (mayMake ? () => setKind(next) : undefined);
  return <Landing onNew={on('1')} onNewCrew={on('crew')} onNewWorker={on('worker')} />;
};
