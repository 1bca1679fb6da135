import type { WorkerLine } from '@atelier/contracts/assistants/workers/worker-shapes';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { agentLine } from '../../../../../tests/agent-reply.ts';
import { ada } from '../../../../../tests/builder-server.ts';
import { heading, open, withBuilderServer } from '../../../../../tests/open-app.tsx';
import { baseReply, pageReply } from '../../../../../tests/source-replies.ts';
import { type AgentsState, agentsState } from '../../../../lib/account/agents-state.ts';

const server = withBuilderServer();
const slow = { timeout: 20_000 };
const worker: WorkerLine = {
  ...{
    workerId: 'wrk_1',
    name: 'Letters',
    description: '',
    template: null,
    status: 'ACTIVE',
    access: 'PUBLIC',
  },
  target: { kind: 'AGENT', id: 'agt_1', name: 'Clerk' },
  ...{ offline: null, inputKinds: ['API'], lastRecordAt: null, abilities: {} },
  records: { total: 0, pending: 0, waiting: 0, completed: 0, errored: 0, failed: 0 },
  ...{ createdAt: '2026-03-01T10:00:00.000Z', updatedAt: '2026-03-01T10:00:00.000Z' },
};

beforeEach(() => agentsState.reset());

it('holds the workers with their total, whether they are being read, and whether the page shows a public agent', {
  tags: ['SESSION-05'],
}, async () => {
  server.current.state.user = ada;
  server.current.state.replies = {
    'GET /api/content/knowledge-bases': pageReply([baseReply]),
    'GET /api/crew/agents': pageReply([agentLine]),
    'GET /api/worker/workers': pageReply([worker], { total: 7 }),
    'GET /api/worker/agent/wrk_1': {
      data: { workerId: 'wrk_1', name: 'Letters', description: '', isPaused: false },
    },
  };
  const loading: boolean[] = [];
  const set = agentsState.set;
  agentsState.set = (change: Partial<AgentsState>) => {
    if (change.isLoading !== undefined) loading.push(change.isLoading);
    set(change);
  };
  open('/agents?list=workers');
  await screen.findByRole('table', { name: 'Workers' }, slow);
  await waitFor(() => expect(agentsState.get().workers).toEqual({ data: [worker], total: 7 }));
  agentsState.set = set;
  expect(loading.slice(0, 2)).toEqual([true, false]);
  expect(agentsState.get()).toMatchObject({ isLoading: false, isPublicAgent: false });
  cleanup();
  open('/public/agents/wrk_1');
  await heading('Letters');
  expect(agentsState.get().isPublicAgent).toBe(true);
  cleanup();
  expect(agentsState.get().isPublicAgent).toBe(false);
});
