import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ada,
  type BuilderServer,
  startBuilderServer,
  stopBuilderServers,
} from '../../../tests/builder-server.ts';
import { baseReply, pageReply } from '../../../tests/source-replies.ts';
import { App } from '../app.tsx';

const path = '/api/content/account-completion';
const nothing = {
  isKnowledgeBaseExist: false,
  isAppExist: false,
  isAppTested: false,
  isGoldenQuestionExist: false,
  isBotPerformanceExist: false,
  app: null,
};
/** As soon as one knowledge base exists, Home is the overview and no longer a drop zone. */
const oneBase = pageReply([baseReply]);

/** The first test also waits for every part of the screen to load. */
const slow = { timeout: 10_000 };

describe('the way from an empty account on', () => {
  let server: BuilderServer;
  beforeEach(async () => {
    server = await startBuilderServer();
  });
  afterAll(stopBuilderServers);
  beforeEach(() => {
    server.state.user = ada;
    server.state.replies = { 'GET /api/content/knowledge-bases': oneBase };
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  const open = () => {
    history.replaceState(null, '', '/agents');
    render(<App still />);
  };
  const answer = (completion: object) => {
    server.state.replies[`GET ${path}`] = { data: completion };
  };
  const asked = () => server.seen.filter((request) => request.url.startsWith(path)).length;

  it('shows steps, how many are done, and leads to the next action', {
    tags: ['ONBOARD-09', 'ONBOARD-13'],
  }, async () => {
    answer({ ...nothing, isKnowledgeBaseExist: true });
    open();
    const next = await screen.findByRole('listitem', { current: 'step' }, slow);
    expect(next.textContent).toContain('Make an app');
    expect(screen.getByText('1 of 5')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make an app' })).toBeTruthy();
    expect(screen.getAllByLabelText('Done')).toHaveLength(1);
    screen.getByRole('button', { name: 'Make an app' }).click();
    await waitFor(() => expect(location.pathname + location.search).toBe('/apps?new=1'), slow);
  });

  it('asks again every 30 seconds until every flag but the one of the app is true, then no more', {
    tags: ['CONST-08', 'ONBOARD-10'],
  }, async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    answer(nothing);
    open();
    await screen.findByText('Create a knowledge base', {}, slow);
    expect(asked()).toBe(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(1);
    answer({ ...nothing, isKnowledgeBaseExist: true });
    await vi.advanceTimersByTimeAsync(11_000);
    await waitFor(() =>
      expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Make an app'),
    );
    expect(asked()).toBe(2);
    const asTested = { ...nothing, isKnowledgeBaseExist: true, isAppExist: true, isAppTested: true };
    answer({ ...asTested, isGoldenQuestionExist: true });
    await vi.advanceTimersByTimeAsync(30_000);
    await waitFor(() =>
      expect(screen.getByRole('listitem', { current: 'step' }).textContent).toContain('Measure'),
    );
    expect(asked()).toBe(3);
    answer({ ...asTested, isAppExist: false, isGoldenQuestionExist: true, isBotPerformanceExist: true });
    await vi.advanceTimersByTimeAsync(30_000);
    await waitFor(() => expect(screen.queryByText('Get started')).toBeNull());
    const last = asked();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(asked()).toBe(last);
  });

  it('says nothing of a failure but in the log', { tags: ['ONBOARD-15'] }, async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    server.state.replies[`GET ${path}`] = { status: 500, code: 'server.internal', message: 'Broken.' };
    open();
    await screen.findByRole('heading', { level: 2, name: 'Make your first agent' }, slow);
    await waitFor(() =>
      expect(log).toHaveBeenCalledWith('The progress of the company could not be read:', 'Broken.'),
    );
    expect(screen.queryByText('Broken.', { exact: false })).toBeNull();
    expect(screen.queryByText('Get started')).toBeNull();
  });
});
