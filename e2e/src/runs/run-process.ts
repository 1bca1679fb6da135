import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { newDataFolder } from '../data-folder.ts';
import { freePort } from '../free-port.ts';

/** A process that takes and executes runs, as described in the server's `tests/kernel/runs/run-program.ts`. */
export interface RunProcess {
  /** Sends an order. Resolves to undefined when it was not acknowledged. */
  order(body: unknown): Promise<unknown>;
  kill(): Promise<void>;
  /** Stops the process for a while, as happens on a machine that swaps or a virtual machine that is moved. */
  freeze(ms: number): Promise<void>;
  start(): Promise<void>;
}

export const startRunProcess = async (settings: {
  databaseUrl: string;
  roles: 'api' | 'worker';
  echo: string;
  leaseMs: number;
}): Promise<RunProcess> => {
  const port = await freePort();
  const dataFolder = await newDataFolder();
  const program = fileURLToPath(
    new URL('../../../apps/server/tests/kernel/runs/run-program.ts', import.meta.url),
  );
  let child: ChildProcess | undefined;
  const start = async () => {
    const next = spawn(process.execPath, [program, JSON.stringify({ ...settings, port, dataFolder })], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TZ: 'UTC' },
    });
    child = next;
    const ended = once(next, 'exit').then(([code]) => {
      throw new Error(`The process ended at its start (${String(code)}).`);
    });
    ended.catch(() => undefined);
    await Promise.race([once(next.stdout, 'data'), ended]);
  };
  await start();
  return {
    start,
    async order(body) {
      try {
        const reply = await fetch(`http://127.0.0.1:${port}`, {
          method: 'POST',
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(10_000),
        });
        if (!reply.ok) return undefined;
        return ((await reply.json()) as { reply: unknown }).reply;
      } catch {
        return undefined;
      }
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async freeze(ms) {
      child?.kill('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, ms));
      child?.kill('SIGCONT');
    },
  };
};
