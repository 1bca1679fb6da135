import { spawn } from 'node:child_process';
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { chmod, chown, lstat, mkdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readIfThere } from '../base/read-if-there.ts';
import { syncFolder } from '../storage/place-files.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { Launcher, SystemUser } from './launcher.ts';

/** A database cluster on disk and what is needed to connect to its server. */
export type Cluster = {
  folder: string;
  /** The folder of the Unix socket. */
  socketFolder: string;
  /** Returns the password of a role of the cluster, derived from the one in the data folder. */
  passwordOf(role: string): string;
};

/** The major version of the bundled programs. They cannot read clusters of other versions. */
export const POSTGRES_VERSION = '18';

/** The addresses of Unix sockets are limited to 108 bytes on Linux and 104 on macOS, both with a final zero. */
const LONGEST_SOCKET_FOLDER = 103 - '/.s.PGSQL.5432'.length;

const childEnvironment = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

/** Returns the environment of PostgreSQL's programs, which has none of the server's own variables. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => ({ ...childEnvironment });

const give = async (path: string, user: SystemUser | undefined): Promise<void> => {
  if (user) await chown(path, user.uid, user.gid);
};

const readSecret = async (path: string): Promise<string> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const known = ((await readIfThere(path)) ?? '').trim();
  if (known !== '') return known;
  const secret = randomBytes(32).toString('base64url');
  const draft = `${path}.new`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flush: true });
  await rename(draft, path);
  return secret;
};

/** Puts the socket next to the data, or into the temporary folder where that path is too long. */
const prepareSocketFolder = async (dataFolder: string, user: SystemUser | undefined): Promise<string> => {
  const near = join(dataFolder, 'run');
  const digest = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16);
  const folder =
    Buffer.byteLength(near) <= LONGEST_SOCKET_FOLDER ? near : join(tmpdir(), `atelier-${digest}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  const own = process.getuid?.() ?? found.uid;
  // Anybody may write to the temporary folder, so an existing folder of this name may be a trap.
  if (!found.isDirectory() || ![own, user?.uid].includes(found.uid)) {
    throw new Error(
      `The folder ${folder} belongs to somebody else, so the database socket cannot be put there.`,
    );
  }
  await chmod(folder, 0o700);
  await give(folder, user);
  return folder;
};

const runInitdb = (launch: ReturnType<Launcher>, cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(launch.file, launch.args, {
      ...launch.ids,
      cwd,
      env: postgresEnvironment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('utf8')).slice(-2000);
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`The database could not be initialised: ${complaint.trim()}`)),
    );
  });

type Setup = {
  dataFolder: string;
  binaries: PostgresBinaries;
  launcher: Launcher;
  user: SystemUser | undefined;
};

/** Initialises the cluster in a temporary folder and renames it when complete, so that a crash leaves no half cluster. */
const initialise = async (folder: string, password: string, setup: Setup): Promise<void> => {
  const { dataFolder, binaries, launcher, user } = setup;
  const draft = `${folder}.new`;
  const passwordFile = join(dataFolder, 'postgres.initial-password');
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await give(draft, user);
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  await give(passwordFile, user);
  const options = [
    '-D',
    draft,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
  ];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await runInitdb(launcher(binaries.initdb, [...options, ...locale]), draft);
  } finally {
    await unlink(passwordFile);
  }
  await rename(draft, folder);
  await syncFolder(dataFolder);
};

/** Opens the cluster of a data folder, and creates it first when there is none. */
export const openCluster = async (setup: Setup): Promise<Cluster> => {
  const folder = join(setup.dataFolder, 'postgres');
  const secretPath = join(setup.dataFolder, 'keys', 'database');
  const version = ((await readIfThere(join(folder, 'PG_VERSION'))) ?? '').trim();
  const hasSecret = await lstat(secretPath).then(
    () => true,
    () => false,
  );
  if (version !== '' && !hasSecret) {
    throw new Error(
      `The password of the embedded database is missing (${secretPath}). Restore it from your backup.`,
    );
  }
  if (version !== '' && version !== POSTGRES_VERSION) {
    throw new Error(
      `The embedded database in ${folder} was made by PostgreSQL ${version}; this version brings ${POSTGRES_VERSION}. See "Upgrade" in docs/operations.md.`,
    );
  }
  const secret = await readSecret(secretPath);
  const derivePassword = (role: string) => createHmac('sha256', secret).update(role).digest('base64url');
  if (version === '') await initialise(folder, derivePassword('postgres'), setup);
  const socketFolder = await prepareSocketFolder(setup.dataFolder, setup.user);
  return { folder, socketFolder, passwordOf: derivePassword };
};
