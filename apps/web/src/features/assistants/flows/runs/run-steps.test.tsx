import type { FlowRunStep } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { RunSteps, stepKey } from './run-steps.tsx';

afterEach(cleanup);

const text = JSON.stringify({ kind: 'approval', title: 'Pay the invoice?', message: '4,000 euros' });
const waiting: FlowRunStep = {
  ...{ runId: 'run_1', seq: 2, step: 'step_1', rounds: [], status: 'WAITING', attempts: 1, durationMs: 0 },
  ...{ input: null, output: { text, size: text.length }, cause: null, credits: 0, approvalToken: null },
  ...{ at: '2026-03-31T09:00:00.000Z', child: null, isLimited: false },
};

it('a step that waits shows since when and what it asks, without a duration', async () => {
  await renderUi(
    <RunSteps
      steps={[waiting]}
      titleOf={() => 'Approval'}
      opened={stepKey(waiting)}
      onOpen={() => undefined}
    />,
  );
  expect(screen.getByText(/^Waits since/)).toBeDefined();
  expect(screen.getByText('Pay the invoice?').parentElement?.textContent).toContain('4,000 euros');
  expect(document.body.textContent).not.toContain('0 ms');
  expect(document.body.textContent).not.toContain('kind');
});

const renderOpened = (step: FlowRunStep) =>
  renderUi(
    <RunSteps steps={[step]} titleOf={() => 'Step'} opened={stepKey(step)} onOpen={() => undefined} />,
  );

it('a step that waits for its turn by the limits of its connection says so, and where they are set', async () => {
  await renderOpened({ ...waiting, output: null, isLimited: true });
  const why = screen.getByText(/its connection allows only so many calls/);
  expect(why.querySelector('a')?.getAttribute('href')).toBe('/connections');
});

it('a step that runs an agent shows what it costs as a figure, and leads to the run of the agent', async () => {
  const child = { kind: 'AGENT' as const, runId: 'run_2', credits: 0.25 };
  await renderOpened({
    ...waiting,
    output: null,
    status: 'SUCCEEDED',
    durationMs: 1200,
    credits: 0.5,
    child,
  });
  expect(screen.getByText(/^1 attempt/).textContent).toContain('0.75 credits');
  expect(screen.getByRole('link', { name: 'Open the run of the agent' }).getAttribute('href')).toBe(
    '/runs/run_2',
  );
});

it('a step that starts another flow leads to the run of that flow', async () => {
  await renderOpened({ ...waiting, child: { kind: 'FLOW', runId: 'run_2', credits: 0 } });
  const link = screen.getByRole('link', { name: 'Open the run of the other flow' });
  expect(link.getAttribute('href')).toBe('/flows/runs/run_2');
});
