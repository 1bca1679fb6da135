// npm run dev: runs the server and the web app from their sources on one data folder. Both reload when a source changes; the database stays.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ensureInstalled, main, PrepareError, pinnedEnv, pinnedNode, root, run } from './prepare.mjs';

const port = process.env.PORT ?? '3000';
const webPort = process.env.WEB_PORT ?? '5173';
const at = (name) => join(root, name);

/** Ends the other process as soon as the first one ends, because one of them alone is of no use. */
const together = async (...children) => {
  const ending = new AbortController();
  const { signal } = ending;
  const codes = children.map(async ({ args, env }) => {
    try {
      return await run(pinnedNode, args, { env: pinnedEnv(env), signal, killSignal: 'SIGTERM' });
    } catch (error) {
      if (signal.aborted) return 0;
      throw error;
    } finally {
      ending.abort();
    }
  });
  const [first] = await Promise.all(codes);
  return first;
};

/** Starts the database, and returns where it is and how it ends. */
const startDatabase = async () => {
  const database = fork(at('tools/src/dev-database.ts'), {
    cwd: root,
    execPath: pinnedNode,
    env: pinnedEnv(),
  });
  const ended = once(database, 'exit');
  const answer = await Promise.race([once(database, 'message'), ended.then(() => undefined)]);
  if (answer === undefined) throw new PrepareError('The database did not start.');
  const end = async () => {
    if (database.connected) database.disconnect();
    await ended;
  };
  return { env: answer[0], end };
};

await main(async () => {
  await ensureInstalled();
  const database = await startDatabase();
  const server = {
    args: ['--watch', '--watch-preserve-output', at('apps/server/src/main.ts')],
    // The compiled sources are kept, which makes each new start a second shorter.
    env: { ...database.env, PORT: port, NODE_COMPILE_CACHE: at('node_modules/.cache/atelier/compiled') },
  };
  const vite = [
    '--config',
    at('apps/web/vite.config.ts'),
    '--host',
    '127.0.0.1',
    '--port',
    webPort,
    '--strictPort',
  ];
  const web = {
    args: [at('node_modules/vite/bin/vite.js'), ...vite],
    env: { ATELIER_SERVER: `http://127.0.0.1:${port}` },
  };
  console.log(`Open http://127.0.0.1:${webPort} with the path that the server prints below.`);
  try {
    return await together(server, web);
  } finally {
    await database.end();
  }
});
