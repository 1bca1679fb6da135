// npm start: installs and builds everything that is out of date, then runs the server in the foreground.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  becomeNode,
  ensureBuilt,
  ensureInstalled,
  main,
  PrepareError,
  root,
  serverEnv,
  serverFlags,
} from './prepare.mjs';

// After --install-only come the checks or the tests, which need everything.
const everything = process.argv.includes('--install-only');

await main(async () => {
  await ensureInstalled({ everything });
  if (everything) return 0;
  await ensureBuilt({ quiet: true });
  if (process.argv.includes('--build-only')) return 0;
  const server = join(root, 'dist', 'server', 'main.js');
  if (!existsSync(server)) throw new PrepareError('dist/server/main.js is missing. Run npm run build.');
  // Somebody reads this terminal, so the log goes into a file, and the server names it.
  return becomeNode([...serverFlags, server, '--log-to-file'], serverEnv);
});
