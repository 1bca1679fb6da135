import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { monitoring } from '@atelier/contracts/operate/monitoring/monitoring';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { appReply } from '../../../../tests/app-reply.ts';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { agentsState } from '../../../lib/account/agents-state.ts';

const server = withBuilderServer();
const { endpoints } = monitoring;
const period = { from: '2026-03-01', to: '2026-03-02' };
const figures = {
  ...{ asked: 10, answered: 7, unanswered: 2, blocked: 0, failed: 1, stopped: 0, likes: 3, dislikes: 1 },
  ...{
    cited: 6,
    sources: 12,
    credits: 4.5,
    inputTokens: 900,
    outputTokens: 100,
    medianMs: 1500,
    slowMs: 4000,
  },
};
const app = (subjectId: string, name: string, state: string | null) => ({
  ...figures,
  ...{ subjectId, name, state, startedAt: state === 'NOT_STARTED' ? null : '2026-03-01T10:00:00.000Z' },
});
const answer = (call: string, data: unknown) => {
  server.current.state.replies[call] = { data };
};
const subjects = (...items: unknown[]) =>
  answer(`GET ${endpoints.subjects.path}`, { ...period, isCutOff: false, items });
const asked = () => server.current.seen.map(({ method, url }) => `${method} ${url}`);

const computed = { secondsPerMinute: 10, lately: 12.5, today: 300, waitsBehindOthers: true };

beforeEach(() => {
  answer('GET /api/payment/computing-time', computed);
  server.current.state.user = { ...ada, permissions: [...rolePermissions.OWNER] };
  subjects(
    app('app_1', 'Help desk', 'NOT_STARTED'),
    app('app_2', 'Web shop', 'BEING_MONITORED'),
    app('app_3', 'Intranet', 'ALREADY_ACTIVE'),
  );
  answer(`GET ${endpoints.dashboard.path}`, {
    ...{ ...period, name: 'Web shop', unit: 'DAY', totals: figures },
    points: [
      { ...figures, at: '2026-03-01T00:00:00.000Z' },
      { ...figures, at: '2026-03-02T00:00:00.000Z' },
    ],
  });
  const latest = [
    { queryId: 'q1', question: 'When is it due?', appId: 'app_2', askedAt: '2026-03-02T09:00:00.000Z' },
  ];
  answer(`GET ${endpoints.topics.path}`, {
    ...{ ...period, questions: 2, isCutOff: false },
    topics: [{ title: 'harbour fees', questions: 2, latest }],
  });
  for (const [id, state] of [
    ['app_1', 'NOT_STARTED'],
    ['app_2', 'ALREADY_ACTIVE'],
  ])
    answer(`GET /api/monitoring/apps/${id}`, { appId: id, state, startedAt: null });
});

describe('the monitor', () => {
  it('is open to those who may read it', { tags: ['ROUTE-16'] }, async () => {
    open('/monitor');
    expect(await heading('Monitor')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Apps' })).toBeTruthy();
  });

  it('says how much was computed, and that work waits behind that of others', async () => {
    open('/monitor');
    expect(await screen.findByRole('heading', { level: 2, name: 'Computing time' })).toBeTruthy();
    expect(await screen.findByText('Waits behind others')).toBeTruthy();
    expect(screen.getByText('12.5 seconds')).toBeTruthy();
    expect(screen.getByText('of 10 seconds in a minute')).toBeTruthy();
    expect(screen.getByText('5 minutes')).toBeTruthy();
  });

  it.each([
    ['button', 'Start monitoring Help desk', 'Not monitored. Click to start the monitoring.'],
    ['link', 'Being monitored', 'Being monitored. No question was asked since the start.'],
    ['link', 'Already active', 'Monitoring is already active and counts every question.'],
  ])(
    'has a tooltip on the %s “%s”',
    { tags: ['MONITOR-02', 'MONITOR-03', 'MONITOR-04'] },
    async (role, name, tip) => {
      open('/monitor');
      await userEvent.hover(await screen.findByRole(role, { name }));
      expect((await screen.findByRole('tooltip')).textContent).toBe(tip);
    },
  );

  it('starts the monitoring of an app', { tags: ['MONITOR-01'] }, async () => {
    const started = { appId: 'app_1', state: 'BEING_MONITORED', startedAt: '2026-03-02T10:00:00.000Z' };
    answer('POST /api/monitoring/apps/app_1/start', started);
    open('/monitor');
    const start = await screen.findByRole('button', { name: 'Start monitoring Help desk' });
    subjects(app('app_1', 'Help desk', 'BEING_MONITORED'));
    await userEvent.click(start);
    expect(await screen.findByText('Monitoring started.')).toBeTruthy();
    await screen.findByRole('link', { name: 'Being monitored' });
    expect(asked()).toContain('POST /api/monitoring/apps/app_1/start');
  });

  it('keeps the list of figures for the other screens about agents', { tags: ['SESSION-06'] }, async () => {
    agentsState.reset();
    expect(agentsState.get().monitorMetrics).toEqual([]);
    open('/monitor');
    await screen.findByRole('table', { name: 'Apps' });
    await waitFor(() => expect(agentsState.get().monitorMetrics).toHaveLength(3));
    expect(agentsState.get().monitorMetrics[1]).toEqual(app('app_2', 'Web shop', 'BEING_MONITORED'));
  });

  it('lists agents when they are chosen, and says what to do when there are none', async () => {
    open('/monitor');
    await heading('Monitor');
    subjects();
    await userEvent.click(screen.getByText('Agents', { selector: 'label *, label' }));
    await screen.findByRole('heading', { name: 'There are no agents to monitor' });
    expect(asked().some((call) => call.includes('kind=AGENT'))).toBe(true);
  });

  it('leads from a day of an app to its hours and questions, and from a topic to a question', async () => {
    const knowledgeBases = [{ knowledgeBaseId: 'kb_1', name: 'Ferries' }];
    answer('GET /api/content/manage-app/app_2', { ...appReply, appId: 'app_2', knowledgeBases });
    open('/monitor/app/app_2?from=2026-03-01&to=2026-03-02');
    await heading('Web shop');
    const days = within(await screen.findByRole('table', { name: 'Days' }));
    expect(days.getAllByRole('link').map((link) => link.getAttribute('href'))[0]).toBe(
      '/monitor/app/app_2?from=2026-03-02&to=2026-03-02',
    );
    const questions = screen.getByRole('link', { name: /^Show the questions of these days/ });
    expect(questions.getAttribute('href')).toBe('/apps/app_2?tab=questions&from=2026-03-01&to=2026-03-02');
    expect(await screen.findByText('harbour fees')).toBeTruthy();
    const add = await screen.findByRole('link', { name: 'Add a document about harbour fees' });
    expect(add.getAttribute('href')).toBe('/knowledge-base/kb_1/documents');
    expect(screen.getByRole('link', { name: 'When is it due?' }).getAttribute('href')).toContain(
      'UNANSWERED',
    );
  });

  it('leads from an hour of an app, and from its bar, to the questions of that hour', async () => {
    answer(`GET ${endpoints.dashboard.path}`, {
      ...{ from: '2026-03-02', to: '2026-03-02', name: 'Web shop', unit: 'HOUR', totals: figures },
      points: [
        { ...figures, at: '2026-03-02T07:00:00.000Z' },
        { ...figures, at: '2026-03-02T08:00:00.000Z' },
      ],
    });
    answer('GET /api/content/manage-app/app_2', { ...appReply, appId: 'app_2' });
    answer('GET /api/content/query-history', { items: [], nextCursor: null, total: 0, isCutOff: false });
    open('/monitor/app/app_2?from=2026-03-02&to=2026-03-02');
    await heading('Web shop');
    const hours = within(await screen.findByRole('table', { name: 'Hours' }));
    expect(hours.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(
      '/apps/app_2?tab=questions&from=2026-03-02&to=2026-03-02&hour=8',
    );
    const bar = document.querySelectorAll('rect[data-opens]')[1];
    if (!bar) throw new Error('There is no bar.');
    await userEvent.click(bar);
    await waitFor(() =>
      expect(
        asked().some(
          (call) =>
            call.includes('query-history?') && call.includes('hour=8') && call.includes('to=2026-03-02'),
        ),
      ).toBe(true),
    );
    await screen.findByRole('button', { name: /one hour: show all days$/ });
  });

  it('leads from a bar to the day, and from an agent to its runs in the period', async () => {
    const run = {
      ...{ runId: 'run_1', kind: 'agents.run', title: 'Run of an agent', subject: null, scopeId: null },
      ...{ status: 'COMPLETED', stage: null, progress: 1, note: null, cause: null, credits: 2 },
      ...{ queuedAt: '2026-03-01T10:00:00.000Z', startedAt: null, endedAt: null },
      parentId: null,
    };
    answer('GET /api/monitoring/runs', { items: [run], nextCursor: null, total: 1 });
    open('/monitor/agent/agt_1?from=2026-03-01&to=2026-03-02');
    await userEvent.click(await screen.findByRole('button', { name: 'Runs of these days' }));
    const runs = within(await screen.findByRole('table', { name: 'Runs' }));
    expect(runs.getByRole('link').getAttribute('href')).toBe('/runs/run_1');
    const listed = asked().find((call) => call.includes('/api/monitoring/runs?')) ?? '';
    for (const part of ['subjectId=agt_1', 'from=2026-03-01', 'to=2026-03-02'])
      expect(listed).toContain(part);
    const bar = document.querySelector('rect[data-opens]');
    if (!bar) throw new Error('There is no bar.');
    await userEvent.click(bar);
    await waitFor(() =>
      expect(asked().some((call) => call.includes('dashboard?') && call.includes('to=2026-03-01'))).toBe(
        true,
      ),
    );
  });

  it('shows no figures of an app whose monitoring was stopped', async () => {
    open('/monitor/app/app_1');
    await screen.findByRole('heading', { name: 'This app is not monitored' });
    expect(screen.queryByText('Usual time')).toBeNull();
  });
});
