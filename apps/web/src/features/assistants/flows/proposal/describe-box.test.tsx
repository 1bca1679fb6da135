import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { SessionContext } from '../../../../lib/account/session.ts';
import { createQueryClient } from '../../../../lib/query.ts';
import { ApiError } from '../../../../lib/server/api-error.ts';
import { DescribeBox } from './describe-box.tsx';

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const session = {
  user: ada,
  isLeaving: false,
  begin: () => undefined,
  end: () => Promise.resolve(),
  refresh: () => Promise.resolve(),
};
const onDescribe = vi.fn<(sentence: string) => void>();
const modelsAre = (extractive: boolean) => {
  const model = { modelId: 'm', label: 'M', type: 'CHAT', provider: 'P', isDefault: true, extractive };
  server.state.replies['GET /api/tenant/models'] = { data: { models: [model] } };
};
const show = (error?: unknown, onClose?: () => void) =>
  renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <DescribeBox onDescribe={onDescribe} isBusy={false} error={error} onClose={onClose} />
      </SessionContext>
    </QueryClientProvider>,
  );
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Propose a flow' });

describe('the box to describe a flow in', () => {
  it('passes on the sentence', async () => {
    modelsAre(false);
    await show();
    expect(button().disabled).toBe(true);
    await userEvent.type(screen.getByLabelText('Describe what should happen'), '  Greet whoever calls. ');
    await userEvent.click(button());
    expect(onDescribe).toHaveBeenCalledExactlyOnceWith('Greet whoever calls.');
  });

  it('says which model is missing where there is only the built-in one, instead of a field without use', async () => {
    modelsAre(true);
    await show();
    expect(await screen.findByText(/needs a chat model that writes/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Add a provider under Models' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('shows why the answer of the model was no flow', async () => {
    modelsAre(false);
    const problems = ['There is no piece “teleporter”.'];
    await show(
      new ApiError({
        code: 'flows.proposal_unusable',
        message: 'Nothing to build.',
        status: 502,
        details: { problems },
      }),
    );
    expect(screen.getByRole('alert').textContent).toBe('Nothing to build.There is no piece “teleporter”.');
  });

  it('asks for a change of a flow that has steps, says what the model reads, and closes', async () => {
    modelsAre(false);
    const onClose = vi.fn<() => void>();
    await show(undefined, onClose);
    expect(await screen.findByText(/no connections and no example data/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Describe what should change'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Propose a change' }).disabled).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });
});
