import type { FlowRunDetails } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ada } from '../../../../../tests/builder-server.ts';
import { open, withBuilderServer } from '../../../../../tests/open-app.tsx';

const server = withBuilderServer();

const refused: FlowRunDetails = {
  runId: 'run_1',
  flowId: 'flw_1',
  flowName: 'Orders',
  versionId: 'flv_1',
  environment: 'PRODUCTION',
  trigger: 'trigger',
  status: 'REFUSED',
  cause: { code: 'request.unreadable', message: 'The body is not JSON at line 1.' },
  hold: null,
  credits: 0,
  queuedAt: '2026-03-01T10:00:00.000Z',
  startedAt: '2026-03-01T10:00:00.000Z',
  endedAt: '2026-03-01T10:00:00.000Z',
  originId: null,
  input: { text: '{"body":null}', size: 13 },
  output: null,
  steps: [],
  waits: [],
  abilities: { canCancel: false, canRetry: false, canReplay: false },
};

it('shows of a refused call why it was refused, and nothing that succeeded', async () => {
  const { state } = server.current;
  const { replies } = state;
  state.user = ada;
  replies['GET /api/orchestrator/runs/run_1'] = { data: refused };
  replies['GET /api/orchestrator/runs/run_1/steps'] = { data: { steps: [], next: null } };
  open('/flows/runs/run_1');
  expect(await screen.findByText('The body is not JSON at line 1.', {}, { timeout: 20_000 })).toBeDefined();
  expect(await screen.findByText('Nothing was run, because the call was refused.')).toBeDefined();
  expect(screen.getByText('Data of the trigger')).toBeDefined();
  for (const text of ['Succeeded', 'Result']) expect([text, screen.queryByText(text)]).toEqual([text, null]);
});
