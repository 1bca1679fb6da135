import type { FlowRunStep } from '@atelier/contracts/build/flows/flow-run-shapes';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { RunSteps, stepKey } from './run-steps.tsx';

afterEach(cleanup);

const text = JSON.stringify({ kind: 'approval', title: 'Pay the invoice?', message: '4,000 euros' });
const waiting: FlowRunStep = {
  ...{ runId: 'run_1', seq: 2, step: 'step_1', rounds: [], status: 'WAITING', attempts: 1, durationMs: 0 },
  ...{ input: null, output: { text, size: text.length }, cause: null, credits: 0, approvalToken: null },
  at: '2026-03-31T09:00:00.000Z',
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
