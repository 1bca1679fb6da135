import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../../../tests/builder-server.ts';
import { App } from '../../../../shell/app.tsx';

const seen = { hasSeenKbGuide: false, hasSeenAppGuide: true, hasSeenAgentGuide: false };
const record = 'PUT /api/tenant/users/usr_1/guided-tour';

describe('the tour of a new app', () => {
  let server: BuilderServer;
  beforeEach(async () => {
    server = await startBuilderServer();
  });
  afterAll(stopBuilderServers);
  beforeEach(() => {
    server.state.user = ada;
    server.state.replies = { [record]: { data: seen } };
  });
  afterEach(cleanup);

  const open = () => {
    history.replaceState(null, '', '/apps?new=1');
    render(<App still />);
  };
  const begin = async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Show me around' }, { timeout: 10_000 }));
  };
  // The first test also waits for every part of the screen to load.
  const step = (name: string) => screen.findByRole('dialog', { name }, { timeout: 10_000 });
  const recorded = () => server.seen.filter(({ method, url }) => `${method} ${url}` === record);

  it('leads through the three steps of the wizard and is recorded at its end', {
    tags: ['TOUR-07', 'TOUR-08', 'TOUR-09', 'TOUR-15', 'TOUR-17'],
  }, async () => {
    await begin();
    const first = await step('App Details');
    expect(first.textContent).toContain('1 of 3');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await step('Configure Bot');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    await step('App Details');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await step('Configure Bot');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await step('Appearance');
    expect(recorded()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(recorded().map(({ body }) => body)).toEqual(['{"guide":"APP"}']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('ends with Escape, and that counts as seen', { tags: ['TOUR-16'] }, async () => {
    await begin();
    await step('App Details');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(recorded()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('begins when it is asked for, and never by itself', { tags: ['TOUR-16'] }, async () => {
    open();
    const button = await screen.findByRole('button', { name: 'Show me around' }, { timeout: 10_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(button);
    await step('App Details');
  });

  it('goes with its screen, and is not recorded then', { tags: ['TOUR-16'] }, async () => {
    await begin();
    await step('App Details');
    cleanup();
    await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());
    expect(recorded()).toEqual([]);
  });
});
