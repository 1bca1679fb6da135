// Measures DBOS on the same PostgreSQL. Settings: `{ folder, url, load }`. Its package is in `folder`, installed only for this
// measurement.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { readSettings } from '../child.ts';
import { measureStarters } from './starters.ts';

const { folder, url, load } = readSettings();
const { DBOS } = createRequire(join(folder, 'package.json'))('@dbos-inc/dbos-sdk');
DBOS.setConfig({
  name: 'bench',
  systemDatabaseUrl: url,
  systemDatabasePoolSize: 20,
  runAdminServer: false,
  logLevel: 'error',
});
const three = DBOS.registerWorkflow(
  async (steps) => {
    for (const name of ['one', 'two', 'three'])
      await DBOS.runStep(
        async () => {
          steps.push(performance.now());
          return 1;
        },
        { name },
      );
    return steps;
  },
  { name: 'three' },
);
await DBOS.launch();
const figures = await measureStarters(load, async () => {
  const started = performance.now();
  return { started, steps: await three([]) };
});
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
