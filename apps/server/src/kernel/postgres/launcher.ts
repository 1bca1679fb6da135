import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The system user under which PostgreSQL runs. */
export type SystemUser = { uid: number; gid: number };

const findUser = async (name: string): Promise<SystemUser | undefined> => {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((entry) => entry[0] === name);
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  return Number.isInteger(uid) && uid > 0 && Number.isInteger(gid) ? { uid, gid } : undefined;
};

const createUser = async (): Promise<SystemUser | undefined> => {
  const options = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    'postgres',
  ];
  await run('useradd', options).catch(() => undefined);
  return findUser('postgres');
};

/**
 * Returns the user for PostgreSQL, which refuses to run as root: the owner of an existing cluster, else the system's `postgres` (created
 * when missing), else `nobody`.
 * @returns undefined when the server is not root, so that PostgreSQL runs as the same user
 */
export const findSystemUser = async (clusterFolder: string): Promise<SystemUser | undefined> => {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(clusterFolder).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user =
    (await findUser('postgres')) ??
    (await findUser('_postgres')) ??
    (await createUser()) ??
    (await findUser('nobody'));
  if (!user)
    throw new Error(
      'The embedded PostgreSQL cannot run as root and found no other user. Start the server as a normal user, or set DATABASE_URL.',
    );
  return user;
};

/** The command that starts a program of PostgreSQL: the file, and the arguments that come before those of the program. */
type Launch = { file: string; args: string[]; ids: { uid?: number; gid?: number } };
export type Launcher = (program: string, args: readonly string[]) => Launch;

const SETPRIV = '/usr/bin/setpriv';

const mayEnter = async (folder: string, user: SystemUser): Promise<boolean> => {
  const found = await stat(folder);
  if (found.uid === user.uid) return (found.mode & 0o100) !== 0;
  if (found.gid === user.gid) return (found.mode & 0o010) !== 0;
  return (found.mode & 0o001) !== 0;
};

const firstClosedFolder = async (folder: string, user: SystemUser): Promise<string | undefined> => {
  for (let current = folder; ; current = dirname(current)) {
    if (!(await mayEnter(current, user))) return current;
    if (current === dirname(current)) return undefined;
  }
};

/** Returns the weakest capability to open folders that this process can pass on: read and search, or else any access. */
const findInheritableCapability = async (): Promise<string | undefined> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const effective = BigInt(`0x${/^CapEff:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'}`);
  if (effective & (1n << 2n)) return 'dac_read_search';
  return effective & (1n << 1n) ? 'dac_override' : undefined;
};

const hasSetpriv = () =>
  access(SETPRIV, constants.X_OK).then(
    () => process.platform === 'linux',
    () => false,
  );

const entryFlags = async (closed: string | undefined, setpriv: boolean): Promise<string[]> => {
  if (closed === undefined) return [];
  const capability = setpriv ? await findInheritableCapability() : undefined;
  if (capability === undefined) {
    throw new Error(
      `The embedded PostgreSQL cannot run as root, and the user it runs as may not enter ${closed}. Allow that (chmod o+x), choose another folder in ATELIER_DATA, or start the server as a normal user.`,
    );
  }
  return ['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`];
};

/**
 * Decides how PostgreSQL's programs are started. With `setpriv` (Linux) the system shuts PostgreSQL down in an orderly way when the server
 * is killed, and PostgreSQL can reach data or programs below a closed folder such as `/root`.
 */
export const createLauncher = async (
  user: SystemUser | undefined,
  folders: { data: string; programs: string },
): Promise<Launcher> => {
  const setpriv = await hasSetpriv();
  const flags = ['--pdeathsig', 'INT'];
  if (user) {
    if (!(await mayEnter(folders.data, user)))
      await chmod(folders.data, ((await stat(folders.data)).mode & 0o777) | 0o011);
    const closed =
      (await firstClosedFolder(folders.data, user)) ?? (await firstClosedFolder(folders.programs, user));
    flags.push('--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups');
    flags.push(...(await entryFlags(closed, setpriv)));
  }
  if (!setpriv) return (program, args) => ({ file: program, args: [...args], ids: user ?? {} });
  return (program, args) => ({ file: SETPRIV, args: [...flags, '--', program, ...args], ids: {} });
};
