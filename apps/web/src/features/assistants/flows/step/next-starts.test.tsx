import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { renderUi } from '../../../../../tests/render-ui.tsx';
import { createQueryClient } from '../../../../lib/query.ts';
import { NextStarts } from './next-starts.tsx';

let server: BuilderServer;
beforeEach(async () => {
  server = await startBuilderServer();
});
afterEach(cleanup);
afterAll(stopBuilderServers);

const show = async (times: string[], problem: string | null = null) => {
  const schedule = problem === null ? { cron: '0 9 * * 1', timeZone: 'UTC' } : { cron: null, timeZone: null };
  server.state.replies['POST /api/scheduler/times'] = { data: { ...schedule, times, problem } };
  await renderUi(
    <QueryClientProvider client={createQueryClient()}>
      <NextStarts triggerName="every_week" input={{ day_of_the_week: 1 }} />
    </QueryClientProvider>,
  );
};

describe('the next starts of a schedule', () => {
  it('are listed with day and time', async () => {
    await show(['2027-01-04T09:00:00.000Z', '2027-01-11T09:00:00.000Z']);
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Jan 4, 2027'),
      expect.stringContaining('Jan 11, 2027'),
    ]);
  });

  it('are none where the schedule never fires, or cannot be read', async () => {
    const never = 'This never happens: no month has such a day. Please choose other times.';
    await show([], never);
    expect(await screen.findByText(never)).toBeTruthy();
    cleanup();
    await show([], 'The schedule of this flow cannot be read.');
    expect(await screen.findByText('The schedule of this flow cannot be read.')).toBeTruthy();
  });
});
