import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseJson } from '@atelier/contracts/kernel/parse-json';

/** Where the clients find the server, and what they ask there. */
export interface Place {
  base: string;
  key: string;
  agent: string;
  app: string;
}

/** Runs a program of this folder. Returns what it printed: by the name of each thing that it did, what came of it. */
export const runPython = async (
  program: string,
  packages: string,
  place: Place,
): Promise<Map<string, unknown>> => {
  const child = spawn('python3', [fileURLToPath(new URL(program, import.meta.url))], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], PYTHONPATH: packages },
      ...{ ATELIER_PLACE: JSON.stringify(place), PYTHONUNBUFFERED: '1', NO_PROXY: '127.0.0.1' },
    },
  });
  const [printed, failed] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = printed.split('\n').filter((line) => line.startsWith('["'));
  if (lines.length === 0) throw new Error(`${program} did nothing: ${failed}`);
  return new Map(lines.map((line) => parseJson(line) as [string, unknown]));
};
