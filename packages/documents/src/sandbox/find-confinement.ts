import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildChildCommand, type Confinement } from './confinement.ts';
import { openInbox } from './inbox.ts';

const run = promisify(execFile);
const longestTry = 10_000;

/** Returns true when a parser process starts under this confinement and can load its code. */
const works = async (confinement: Confinement, entry: string): Promise<boolean> => {
  const inbox = await openInbox(confinement);
  const { execPath, execArgv } = buildChildCommand(confinement, { entry, inbox });
  const look = "require('node:fs').accessSync(process.argv[1])";
  const tried = run(execPath, [...execArgv, '-e', look, '--', entry], { env: {}, timeout: longestTry });
  const isFine = await tried.then(
    () => true,
    () => false,
  );
  await inbox.remove();
  return isFine;
};

const find = async (entry: string): Promise<Confinement> => {
  if (process.platform !== 'linux') return 'permissions';
  if (await works('namespaces', entry)) return 'namespaces';
  return process.getuid?.() === 0 && (await works('user', entry)) ? 'user' : 'permissions';
};

const found = new Map<string, Promise<Confinement>>();

/** Finds the strictest confinement that works on this system; the result is cached. */
export const findConfinement = (entry: string): Promise<Confinement> => {
  const known = found.get(entry) ?? find(entry);
  found.set(entry, known);
  return known;
};
