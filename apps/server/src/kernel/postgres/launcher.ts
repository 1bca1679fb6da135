import { constants } from 'node:fs';
import { access, chmod, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SystemUser } from './system-user.ts';

/** The command that starts a program of PostgreSQL: the file, and the arguments that come before those of the program. */
export type Launch = { file: string; args: string[]; ids: { uid?: number; gid?: number } };
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
