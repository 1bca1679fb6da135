import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Outcome, Ready } from './test-process.ts';

/** Runs test files in a process that stays warm. One that exceeds its time is killed, with everything that it started. */
export interface TestRunner {
  /** The test files that the scope has, as absolute paths. */
  tests(): Promise<readonly string[]>;
  /** Resolves to undefined when the time is over, or the process has died. */
  run(order: Order, milliseconds: number): Promise<Outcome | undefined>;
  stop(): void;
}

interface Settings {
  folder: string;
  projects: readonly string[];
  filters: readonly string[];
  workers: number;
  env: NodeJS.ProcessEnv;
}

/** Starting Vitest on a busy machine, with a database to prepare. */
const startLimit = 120_000;

const nextMessage = <T>(child: ChildProcess, milliseconds: number): Promise<T | undefined> =>
  new Promise((resolve) => {
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      child.removeAllListeners('message').removeAllListeners('exit');
      resolve(value);
    };
    const timer = setTimeout(() => end(undefined), milliseconds);
    child.once('message', (message) => end(message as T));
    child.once('exit', () => end(undefined));
  });

/** The process leads a group of its own, so that its workers end with it even when they are in an endless loop. */
const killGroup = (child: ChildProcess) => {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has already ended.
  }
};

export const testRunner = ({ folder, projects, filters, workers, env }: Settings): TestRunner => {
  let child: ChildProcess | undefined;
  let ready: Promise<Ready | undefined> = Promise.resolve(undefined);
  const stop = () => {
    if (child !== undefined) killGroup(child);
    child = undefined;
  };
  const start = () => {
    if (child !== undefined) return child;
    const entry = join(import.meta.dirname, 'test-process.ts');
    const started = fork(entry, [projects.join(','), String(workers), ...filters], {
      cwd: folder,
      env,
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    ready = nextMessage<Ready>(started, startLimit);
    child = started;
    return started;
  };
  return {
    tests: async () => {
      start();
      return (await ready)?.tests ?? [];
    },
    run: async (order, milliseconds) => {
      const running = start();
      await ready;
      const answer = nextMessage<Outcome>(running, milliseconds);
      running.send(order);
      const outcome = await answer;
      if (outcome === undefined) stop();
      return outcome;
    },
    stop,
  };
};
