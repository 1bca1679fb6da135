// Measures Restate with its own store. Settings: `{ folder, data, load }`. Its packages are in `folder`, installed only for
// this measurement.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readSettings } from '../child.ts';
import { measureStarters } from './starters.ts';

const { folder, data, load } = readSettings();
const require = createRequire(join(folder, 'package.json'));
const [sdk, engine] = ['sdk', 'server'].map((part) => `@restatedev/restate-${part}`);
const restate = require(sdk);
const server = dirname(require.resolve(`${engine}/package.json`));
const [servicePort, ingressPort, adminPort, nodePort] = [29_080, 28_080, 29_070, 25_122];

const times = new Map();
const three = restate.service({
  name: 'bench',
  handlers: {
    three: async (ctx, id) => {
      for (const name of ['one', 'two', 'three'])
        await ctx.run(name, () => {
          times.get(id)?.push(performance.now());
          return 1;
        });
      return 1;
    },
  },
});
await restate.endpoint().bind(three).listen(servicePort);
const child = spawn(
  process.execPath,
  [join(server, require(join(server, 'package.json')).bin), '--base-dir', data],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
      RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
      RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
      RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${nodePort}`,
      RUST_LOG: 'error',
    },
  },
);
process.once('exit', () => child.kill('SIGTERM'));

const post = (port, path, body) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const register = async () => {
  for (let tries = 0; tries < 120; tries += 1) {
    const reply = await post(adminPort, '/deployments', { uri: `http://127.0.0.1:${servicePort}` }).catch(
      () => undefined,
    );
    if (reply?.ok) return;
    await sleep(500);
  }
  throw new Error('Restate did not start.');
};
await register();
let count = 0;
const figures = await measureStarters({ ...load, pids: [child.pid] }, async () => {
  count += 1;
  const id = `r${count}`;
  const steps = [];
  times.set(id, steps);
  const started = performance.now();
  const reply = await post(ingressPort, '/bench/three', id);
  await reply.text();
  times.delete(id);
  return { started, steps };
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
