import { notifications } from '@mantine/notifications';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { clearCookies } from '../src/lib/cookies.ts';
import { App } from '../src/shell/app.tsx';
import { type BuilderServer, startBuilderServer } from './builder-server.ts';

// The first screen of a file is compiled while it is waited for.
configure({ asyncUtilTimeout: 5000 });

/** A server for every test of a file, empty before each of them. */
export const withBuilderServer = (): { current: BuilderServer } => {
  const server: { current?: BuilderServer } = {};
  beforeAll(async () => {
    server.current = await startBuilderServer();
  });
  afterAll(() => server.current?.stop());
  beforeEach(() => {
    clearCookies();
    localStorage.clear();
    sessionStorage.clear();
    notifications.clean();
    if (!server.current) return;
    server.current.state.user = null;
    server.current.state.replies = {};
    server.current.seen.length = 0;
  });
  afterEach(cleanup);
  return server as { current: BuilderServer };
};

/** Opens the builder at an address, as a page load does. */
export const open = (address: string): void => {
  history.replaceState(null, '', address);
  render(<App still />);
};

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
