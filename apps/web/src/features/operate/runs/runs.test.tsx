import { runRetention } from '@atelier/contracts/assistants/runs/run-retention';
import { runs } from '@atelier/contracts/assistants/runs/runs';
import { rolePermissions } from '@atelier/contracts/kernel/permissions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada } from '../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../tests/open-app.tsx';
import { runLineReply, runReply, stepReply } from '../../../../tests/run-replies.ts';

const { endpoints } = runs;
const { endpoints: retention } = runRetention;
const server = withBuilderServer();

const at = (path: string) => `/api/monitoring/runs/run_1${path}`;
const page = (items: unknown[]) => ({ data: { items, nextCursor: null, total: items.length } });
const answer = (call: string, data: unknown) => {
  server.current.state.replies[call] = { data };
};
const steps = [
  stepReply({ seq: 1, name: 'count', input: { text: '{"page":1}', size: 10 } }),
  stepReply({
    seq: 2,
    name: 'write',
    operation: 'outward',
    attempts: 3,
    output: null,
    cause: { code: 'sources.unreachable', message: 'The server did not answer.' },
    at: '2026-03-01T10:00:09.000Z',
  }),
];

beforeEach(() => {
  server.current.state.user = { ...ada, permissions: [...rolePermissions.OWNER] };
  answer(`GET ${endpoints.kinds.path}`, {
    kinds: [{ kind: 'knowledge.import', title: 'Import of a document' }],
  });
  server.current.state.replies[`GET ${endpoints.list.path}`] = page([runLineReply()]);
  answer(`GET ${retention.get.path}`, { days: null, defaultDays: 30 });
  answer(`GET ${retention.removal.path}`, { runs: 12 });
  answer(`GET ${at('')}`, runReply());
  answer(`GET ${at('/steps')}`, { steps, next: null });
});

const lastQuery = () => {
  const urls = server.current.seen.filter(({ url }) => url.split('?')[0] === endpoints.list.path);
  return Object.fromEntries(new URL(urls.at(-1)?.url ?? '', server.current.origin).searchParams);
};
const lines = async () => within(await screen.findByRole('list', { name: 'Steps of the run' }));

describe('the list of runs', () => {
  it('says how long runs are kept, and before what a shorter time deletes', async () => {
    answer(`PUT ${retention.put.path}`, { days: 7, defaultDays: 30 });
    open('/runs');
    await screen.findByText('Ended runs are kept for 30 days.');
    await userEvent.click(screen.getByRole('button', { name: 'Change the time' }));
    const days = within(await screen.findByRole('dialog')).getByLabelText('Days');
    await userEvent.clear(days);
    await userEvent.type(days, '7');
    await screen.findByText(
      /^Saving deletes 12 runs that ended more than 7 days ago, with their steps and files/,
    );
    answer(`GET ${retention.get.path}`, { days: 7, defaultDays: 30 });
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Ended runs are kept for 7 days.');
    expect(screen.queryByText('Ended runs are kept for 30 days.')).toBeNull();
  });

  it('lets only those who administer the company change how long runs are kept', async () => {
    server.current.state.user = { ...ada, permissions: [...rolePermissions.BUILDER] };
    open('/runs');
    await screen.findByText('Ended runs are kept for 30 days.');
    expect(screen.queryByRole('button', { name: 'Change the time' })).toBeNull();
  });

  it('leads to each run, and keeps its filters in the address', async () => {
    open('/runs?scope=kb_1');
    await heading('Runs');
    const link = await screen.findByRole('link', { name: /Import of a document/ });
    expect(link.getAttribute('href')).toBe('/runs/run_1');
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Failed');
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'FAILED', scopeId: 'kb_1' }));
    expect(location.search).toContain('status=FAILED');
    await userEvent.click(screen.getByRole('button', { name: 'Show all knowledge bases' }));
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('scopeId'));
  });

  it('says what will be there while nothing has run', async () => {
    server.current.state.replies[`GET ${endpoints.list.path}`] = page([]);
    open('/runs');
    expect(await screen.findByText('Nothing has run yet')).toBeTruthy();
  });

  it('says that it could not be loaded', async () => {
    server.current.state.replies[`GET ${endpoints.list.path}`] = { status: 400, code: 'x.y' };
    open('/runs');
    expect(await screen.findByText('The runs could not be loaded')).toBeTruthy();
  });

  it('leads from a document to its newest run', async () => {
    open('/runs/of/imp_1');
    await heading('Import of a document');
    expect(location.pathname).toBe('/runs/run_1');
    expect(lastQuery()).toMatchObject({ subjectId: 'imp_1' });
  });
});

describe('the view of a run', () => {
  it('shows the run first, and each step that is chosen with its input, output and cause', async () => {
    open('/runs/run_1');
    await heading('Import of a document');
    expect((await screen.findByText('Ada Lovelace')).closest('div')?.textContent).toContain('Ordered by');
    const list = await lines();
    await userEvent.click(list.getByRole('button', { name: /Completed count/ }));
    expect(screen.getByRole('region', { name: 'Input' }).textContent).toContain('"page": 1');
    expect(screen.getByRole('region', { name: 'Output' }).textContent).toContain('"pages": 3');
    await userEvent.click(list.getByRole('button', { name: /Failed write/ }));
    expect(screen.getByRole('note', { name: 'Cause' }).textContent).toContain('The server did not answer.');
    expect(screen.getByText('Attempts').nextSibling?.textContent).toBe('3');
    expect(location.search).toContain('step=step-2');
  });

  it('lets the arrows, Home and End walk along the steps', async () => {
    open('/runs/run_1');
    const list = await lines();
    list.getByRole('button', { name: /Import of a document/ }).focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('count'));
    expect(document.activeElement?.getAttribute('aria-current')).toBe('step');
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'write' })).toBeTruthy());
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'The whole run' })).toBeTruthy());
  });

  it('reads a large output piece by piece', async () => {
    const size = 70_000;
    answer(`GET ${at('')}`, runReply({ output: { text: 'x'.repeat(2000), size } }));
    answer(`GET ${at('/text')}`, { text: 'y'.repeat(65_536), next: 65_536 });
    open('/runs/run_1');
    expect(await screen.findByText('2,000 of 70,000 characters')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('65,536 of 70,000 characters')).toBeTruthy();
    answer(`GET ${at('/text')}`, { text: 'z'.repeat(4464), next: null });
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
    expect(screen.getByRole('region', { name: 'Output' }).textContent).toHaveLength(size);
    const asked = server.current.seen.filter(({ url }) => url.includes('/text?'));
    expect(asked.map(({ url }) => new URL(url, server.current.origin).searchParams.get('from'))).toEqual([
      '0',
      '65536',
    ]);
  });

  it('says what an open run waits for, and cancels it', async () => {
    const waits = [{ kind: 'SIGNAL', name: 'approval', until: null }] as const;
    const abilities = { canCancel: true, canRetry: false, canReplay: false };
    const waiting = runReply({
      status: 'WAITING',
      endedAt: null,
      output: null,
      waits: [...waits],
      abilities,
    });
    answer(`GET ${at('')}`, waiting);
    answer(`POST ${at('/cancel')}`, runReply({ status: 'CANCELLED' }));
    open('/runs/run_1');
    expect(await screen.findByText('Waits for “approval”.')).toBeTruthy();
    answer(`GET ${at('')}`, runReply({ status: 'CANCELLED' }));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel run' }));
    expect(await screen.findAllByText('Cancelled')).not.toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Cancel run' })).toBeNull();
  });

  it('opens the run that a retry starts', async () => {
    const abilities = { canCancel: false, canRetry: true, canReplay: false };
    const cause = { code: 'knowledge.broken', message: 'The file is broken.' };
    answer(`GET ${at('')}`, runReply({ status: 'FAILED', cause, output: null, abilities }));
    answer(`POST ${at('/retry')}`, { runId: 'run_2' });
    answer('GET /api/monitoring/runs/run_2', runReply({ runId: 'run_2', status: 'QUEUED', endedAt: null }));
    answer('GET /api/monitoring/runs/run_2/steps', { steps: [], next: null });
    open('/runs/run_1');
    expect(await screen.findByText('The file is broken.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(location.pathname).toBe('/runs/run_2'));
  });

  it('replays from a step with the changed input, and refuses what is not JSON', async () => {
    const abilities = { canCancel: false, canRetry: false, canReplay: true };
    answer(`GET ${at('')}`, runReply({ input: { text: '{"page":1}', size: 10 }, abilities }));
    server.current.state.replies[`POST ${at('/replay')}`] = {
      status: 400,
      code: 'runs.input_refused',
      message: 'The input does not fit this kind of run.',
    };
    open('/runs/run_1?step=step-1');
    await userEvent.click(await screen.findByRole('button', { name: 'Replay from here' }));
    const field = await screen.findByRole('textbox', { name: 'Input' });
    await userEvent.clear(field);
    await userEvent.type(field, '{{"page":');
    expect(screen.getByText('This is not JSON. Please correct it.')).toBeTruthy();
    await userEvent.type(field, '2}');
    await userEvent.click(screen.getByRole('button', { name: 'Replay' }));
    expect(await screen.findByText('The input does not fit this kind of run.')).toBeTruthy();
    const sent = server.current.seen.find(({ url }) => url.endsWith('/replay'));
    expect(JSON.parse(String(sent?.body))).toEqual({ fromStep: 1, input: { page: 2 } });
  });
});
