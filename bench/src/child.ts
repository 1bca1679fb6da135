import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  /** The first line that the program printed, which is its address. */
  address: string;
  pid: number;
  /** Milliseconds from the start of the program to that line. */
  startMs: number;
  stop(): Promise<void>;
}

/** Starts a program of the benchmark as a process of its own. It receives `settings` as its last argument; `ofNode` are options of Node. */
export const startChild = async (
  file: URL,
  settings: unknown = {},
  args: string[] = [],
  ofNode: string[] = [],
): Promise<Child> => {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...ofNode, file.pathname, ...args, JSON.stringify(settings)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (text: string) => resolve(text.trim()));
    child.once('exit', (code) => reject(new Error(`${file.pathname} ended at its start (${code}).`)));
  });
  const startMs = performance.now() - startedAt;
  return {
    address,
    pid: child.pid ?? 0,
    startMs,
    async stop() {
      process.off('exit', onExit);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Returns the settings that the parent process passed to this program. */
export const readSettings = <T>(): T => JSON.parse(process.argv.at(-1) ?? '{}') as T;
