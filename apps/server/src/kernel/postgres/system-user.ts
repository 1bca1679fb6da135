import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
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
