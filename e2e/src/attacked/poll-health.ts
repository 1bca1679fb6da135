import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** The time at which a call was sent (milliseconds since 1970), and the time that its answer took. */
export interface Wait {
  at: number;
  ms: number;
}

const everyMs = 10;
const { addresses } = workerData as { addresses: string[] };
const port = parentPort;
const agent = new Agent({ keepAlive: true });

/** Sends a call without waiting for earlier ones, so that the calls that pile up while the server is blocked are counted too. */
const poll = (address: string, waits: Wait[]): void => {
  const since = performance.now();
  const at = Date.now();
  const done = () => waits.push({ at, ms: performance.now() - since });
  get(address, { agent }, (response) => response.resume().once('end', done)).once('error', done);
};

const all = addresses.map((): Wait[] => []);
setInterval(() => {
  for (const [index, address] of addresses.entries()) poll(address, all[index] ?? []);
}, everyMs);
// Each message is answered with the waits since the previous one.
port?.on('message', () => port.postMessage(all.map((waits) => waits.splice(0))));
