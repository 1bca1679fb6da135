import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { appVersion } from '@atelier/contracts/kernel/constants';
import type { Confinement } from '@atelier/documents/process';
import { greeting, openSandbox } from './greeting.ts';
import { type Config, ConfigError, loadConfig, readEnvironmentFile } from './kernel/config/config.ts';
import { UnfitDatabaseError } from './kernel/db/schema/migrate.ts';
import { createLog } from './kernel/log/log.ts';
import { giveBackMemory } from './kernel/start/give-back-memory.ts';
import { type RunningServer, startServer } from './kernel/start/start-server.ts';
import { createAuthenticate } from './modules/account/identity/index.ts';
import { parsers } from './modules/content/documents/index.ts';
import { getCatalogue } from './modules/money/billing/declarations.ts';
import { modules } from './modules.ts';

const here = dirname(fileURLToPath(import.meta.url));
/** Returns a path next to the bundle in dist, or one level above the sources. */
const besideOrAbove = (name: string) =>
  [join(here, name), join(here, '..', name)].find((path) => existsSync(path)) ?? join(here, name);

/** Returns an entry file of the threads or processes, as it is named in the bundle or in the sources. */
const findEntry = (name: string): string =>
  [join(here, `${name}.js`), join(here, `${name}.ts`)].find(existsSync) ?? '';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns the file that the log is written to. `npm start` says that somebody reads its terminal. */
const findLogFile = ({ log, dataFolder }: Config): string | undefined => {
  const name = log.file ?? (process.argv.includes('--log-to-file') ? 'atelier.log' : '-');
  return name === '-' ? undefined : resolve(dataFolder, name);
};

const greet = async (
  { address, services, container }: RunningServer,
  { confinement, logFile }: { confinement: Confinement | undefined; logFile: string | undefined },
): Promise<void> => {
  const { config, log, operator } = services;
  const open = confinement && openSandbox[confinement];
  if (open !== undefined && config.server.publicUrl !== undefined)
    log.warn({ confinement }, `parsers ${open}`);
  say(
    address === undefined
      ? '\n  Atelier works in the background (role worker). Ctrl-C ends it.\n'
      : greeting({
          address,
          config,
          operatorCode: operator?.code,
          logFile,
          confinement,
          more: await Promise.all(modules.flatMap((module) => module.greeting?.(container, config) ?? [])),
        }),
  );
};

const endOnSignal = (server: RunningServer): void => {
  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void end());
  process.on('SIGTERM', () => void end());
};

const start = async (): Promise<void> => {
  const config = loadConfig({ ...readEnvironmentFile('.env'), ...process.env });
  // Checks the catalogue now, so that a mistake in it stops the start instead of reaching the first customer.
  getCatalogue(config);
  const looking = config.roles.worker ? parsers.confinement() : undefined;
  if (config.parserSandbox === 'required' && looking && (await looking) !== 'namespaces')
    throw new Error(
      'PARSER_SANDBOX is required, and this system does not let the server keep the processes apart that read documents. It needs Linux with `unshare` and `setpriv`, and either root with CAP_SYS_ADMIN or user namespaces for everybody.',
    );
  const logFile = findLogFile(config);
  const server = await startServer({
    config,
    log: createLog({ level: config.log.level, file: logFile }),
    modules,
    createAuthenticate,
    version: appVersion,
    migrationsDirectory: besideOrAbove('migrations'),
    pagesDirectory: join(here, '..', 'web'),
    computeEntry: findEntry('compute-worker'),
    nativeEntry: findEntry('native-worker'),
  });
  endOnSignal(server);
  giveBackMemory();
  await greet(server, { confinement: await looking, logFile });
};

try {
  await start();
} catch (error) {
  process.stderr.write(
    error instanceof ConfigError
      ? `${error.message}\n`
      : `Atelier could not start: ${error instanceof Error ? error.message : String(error)}${error instanceof UnfitDatabaseError ? ` (${error.code})` : ''}\n`,
  );
  if (!(error instanceof ConfigError) && error instanceof Error && error.cause)
    process.stderr.write(`  because: ${error.cause instanceof Error ? error.cause.message : 'unknown'}\n`);
  process.exit(1);
}
