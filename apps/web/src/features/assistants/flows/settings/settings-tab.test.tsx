import { FlowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { SessionContext } from '../../../../lib/account/session.ts';
import { createQueryClient } from '../../../../lib/query.ts';
import { SettingsTab } from './settings-tab.tsx';

const path = '/api/orchestrator/flows/flw_1/settings';

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

const show = async (isReadOnly = false) => {
  const settings = FlowSettings.parse({});
  server.state.replies[`GET ${path}`] = { data: { settings, companyKeepDays: 30, revision: 1 } };
  server.state.replies[`GET ${path}/removal`] = { data: { runs: 12 } };
  await renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <SessionContext value={session}>
        <SettingsTab flowId="flw_1" isReadOnly={isReadOnly} />
      </SessionContext>
    </QueryClientProvider>,
  );
  await screen.findByRole('form', { name: 'Settings of the flow' });
};

const saves = (): unknown[] =>
  server.seen.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body) as unknown);

describe('the settings of a flow', () => {
  it('show the fields of a rule while it is on, and save it in seconds', async () => {
    await show();
    expect(screen.queryByLabelText('Within')).toBeNull();
    await userEvent.click(screen.getByRole('switch', { name: /^Limit how many runs begin within a time/ }));
    await userEvent.selectOptions(screen.getByLabelText('Unit of “Within”'), 'hours');
    const saved = FlowSettings.parse({ throttle: { limit: 10, seconds: 3600, key: '{{trigger.body.id}}' } });
    await userEvent.click(screen.getByLabelText('Separately for each'));
    await userEvent.paste('{{trigger.body.id}}');
    server.state.replies[`PUT ${path}`] = { data: { settings: saved, companyKeepDays: 30, revision: 1 } };
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await waitFor(() => expect(saves()).toEqual([{ ...saved, revision: 1 }]));
  });

  it('say before how many runs a shorter time deletes', async () => {
    await show();
    expect(screen.queryByText(/Saving deletes/)).toBeNull();
    await userEvent.click(
      screen.getByRole('switch', { name: /^Keep the runs of this flow for another time/ }),
    );
    await screen.findByText(
      'Saving deletes 12 runs that ended more than 30 days ago, within an hour and for good.',
    );
  });

  it('refuse to wait for quiet and to collect at the same time', async () => {
    await show();
    await userEvent.click(screen.getByRole('switch', { name: /^Wait until nothing more comes/ }));
    await userEvent.click(screen.getByRole('switch', { name: /^Collect into one run/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Save settings' }));
    await screen.findByText(/either waits for quiet or collects/);
    expect(saves()).toEqual([]);
  });

  it('can only be read without the right to change the flow', async () => {
    await show(true);
    expect(screen.queryByRole('button', { name: 'Save settings' })).toBeNull();
    expect(
      screen.getByRole<HTMLInputElement>('switch', { name: /^Collect into one run/ }).closest('fieldset')
        ?.disabled,
    ).toBe(true);
  });
});
