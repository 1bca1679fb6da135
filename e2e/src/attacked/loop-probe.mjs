// Loaded into the server before anything else (NODE_OPTIONS). While the main thread computes without a pause, this timer waits.
// The CPU time of the thread meanwhile does not depend on how busy the machine is.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.ATELIER_LOOP_PROBE;
const everyMs = 5;
const tellFromMs = 10;

if (isMainThread && file) {
  let cpu = process.threadCpuUsage();
  const tick = () => {
    const { user, system } = process.threadCpuUsage(cpu);
    const ms = (user + system) / 1000;
    if (ms >= tellFromMs) appendFileSync(file, `${Date.now()} ${ms.toFixed(1)}\n`);
    cpu = process.threadCpuUsage();
    setTimeout(tick, everyMs).unref();
  };
  setTimeout(tick, everyMs).unref();
}
