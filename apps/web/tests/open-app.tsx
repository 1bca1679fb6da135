import { notifications } from '@mantine/notifications';
import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { clearCookies } from '../src/lib/browser/cookies.ts';
import { App } from '../src/shell/app.tsx';
import { type BuilderServer, startBuilderServer, stopBuilderServers } from './builder-server.ts';

/** Starts a server for each test of a file. */
export const withBuilderServer = (): { current: BuilderServer } => {
  const server: { current?: BuilderServer } = {};
  beforeEach(async () => {
    clearCookies();
    localStorage.clear();
    sessionStorage.clear();
    notifications.clean();
    server.current = await startBuilderServer();
  });
  afterEach(cleanup);
  afterAll(stopBuilderServers);
  return server as { current: BuilderServer };
};

/** Opens the builder at an address, as loading the page would. */
export const open = (address: string): void => {
  history.replaceState(null, '', address);
  render(<App still />);
};

export const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
