import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, expect, it } from 'vitest';
import { startBuilderServer, stopBuilderServers } from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { createQueryClient } from '../../../../lib/query.ts';
import { useSwitching } from './use-switching.tsx';

afterEach(cleanup);
afterAll(stopBuilderServers);

const flow = { flowId: 'flw_1', displayName: 'Answers' };
const Switches = () => {
  const { switchTo, question } = useSwitching(() => undefined);
  return (
    <>
      <button type="button" onClick={() => switchTo(flow, false)}>
        Off
      </button>
      {question}
    </>
  );
};

const start = async (answers: { appId: string; name: string }[]) => {
  const server = await startBuilderServer();
  const removal = { versions: 1, runs: 0, openRuns: 0, storedValues: 0, usedBy: [], answers, callers: [] };
  server.state.replies['GET /api/orchestrator/flows/flw_1/removal'] = { data: removal };
  await renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <Switches />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Off' }));
  return () => server.seen.filter(({ method }) => method === 'PUT').length;
};

it('a flow that answers an app is switched off only after the app was named', async () => {
  const countPuts = await start([{ appId: 'app_1', name: 'Support' }]);
  await screen.findByText(/The app “Support” answers through it/);
  expect(countPuts()).toBe(0);
  await userEvent.click(screen.getByRole('button', { name: 'Switch off' }));
  await waitFor(() => expect(countPuts()).toBe(1));
});

it('a flow that answers no app is switched off at once', async () => {
  const countPuts = await start([]);
  await waitFor(() => expect(countPuts()).toBe(1));
  expect(screen.queryByText(/Switch off/)).toBeNull();
});
