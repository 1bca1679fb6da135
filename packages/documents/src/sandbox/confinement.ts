import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Inbox } from './inbox.ts';

/**
 * The degrees of isolation of a parser process. With `namespaces` it sees its code and its one file and nothing else of the
 * disk, has no network, and sees no other process. With `user` it has the disk and the network, but runs as a user who owns
 * nothing of the server's. With `permissions` only Node's own rules restrict its access to the disk, and nothing restricts its
 * access to the network.
 */
export type Confinement = 'namespaces' | 'user' | 'permissions';

/** The paths of a child: its code, its one file, and the empty folder on which its root file system is built. */
export type ChildFiles = { entry: string; inbox: Pick<Inbox, 'folder' | 'root'> };

/** The id of the user `nobody` on Linux. */
export const nobody = 65_534;

const setpriv = '/usr/bin/setpriv';
const unshare = '/usr/bin/unshare';
const nice = '/usr/bin/nice';
const shell = '/bin/sh';

/**
 * A script that builds a read-only root file system of the given paths and changes to it. The script is constant: paths are passed
 * as arguments, which the shell does not interpret.
 */
const buildRoot = `set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1; shift
mount -t tmpfs -o mode=755,size=1m,nosuid,nodev,noexec atelier "$root"
while [ "$1" != -- ]; do
  path=$1; shift
  if [ -e "$root$path" ]; then continue; fi
  if [ -d "$path" ] && ! [ -L "$path" ]; then mkdir -p "$root$path"; else
    if ! [ -d "$root\${path%/*}" ]; then mkdir -p "$root\${path%/*}"; fi
    if [ -L "$path" ]; then ln -s "$(readlink "$path")" "$root$path"; continue; fi
    : > "$root$path"
  fi
  mount -o bind,ro,nosuid,nodev "$path" "$root$path" 2> /dev/null || mount -o bind,ro,nosuid,nodev,noexec "$path" "$root$path"
done
shift
mount -o remount,bind,ro,nosuid,nodev,noexec "$root"
exec chroot "$root" "$@"`;

const isRoot = () => process.getuid?.() === 0;

/** The folders and files that a program needs to find its libraries; `/lib` is a link on most systems. */
const systemPaths = () =>
  ['/lib', '/lib64', '/usr/lib', '/usr/lib64', setpriv].filter((path) => existsSync(path));

/** Returns the paths of an entry's code: its folder, and the folders above it in which Node looks for packages. */
export const codePaths = (entry: string): string[] => {
  const found = [dirname(entry)];
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder))
    for (const name of ['node_modules', 'package.json']) {
      const path = join(folder, name);
      if (existsSync(path)) found.push(path);
    }
  return found;
};

const buildNodeFlags = ({ entry, inbox }: ChildFiles): string[] => [
  '--permission',
  ...[...codePaths(entry), inbox.folder].map((path) => `--allow-fs-read=${path}`),
  '--disallow-code-generation-from-strings',
  '--no-warnings',
];

/** Starts a process without privileges or a way to gain them, which is killed when its parent ends. */
const bare = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--pdeathsig', 'KILL', '--'];
const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups'];

const ownNamespaces = (files: ChildFiles): string[] => {
  // Skips paths inside an earlier path; the program may be inside the code's folder.
  const paths = [...systemPaths(), ...codePaths(files.entry), process.execPath, files.inbox.folder];
  const spaces = [
    '--mount',
    '--net',
    '--ipc',
    '--uts',
    '--pid',
    '--fork',
    '--kill-child',
    '--propagation',
    'private',
  ];
  return [
    // A user other than root needs a user namespace. Creating one resets the parent-death signal, so that it is set afterwards.
    ...(isRoot() ? [] : [unshare, '--user', '--map-root-user', '--']),
    ...[setpriv, '--pdeathsig', 'KILL', '--'],
    ...[unshare, ...spaces, '--'],
    ...[shell, '-c', buildRoot, 'atelier-sandbox', files.inbox.root, ...paths, '--'],
    ...[setpriv, ...(isRoot() ? asNobody : []), ...bare],
  ];
};

const launchers: Record<Confinement, (files: ChildFiles) => string[]> = {
  namespaces: ownNamespaces,
  user: () => [setpriv, ...asNobody, ...bare],
  permissions: () => (existsSync(setpriv) ? [setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'] : []),
};

/** The share of the machine that a child may use. */
export type ChildShare = {
  /** JavaScript heap in MiB. Default: as Node decides. */
  heapMb?: number;
  /** True when it runs only while the processor has nothing better to do. */
  isInBackground?: boolean | undefined;
};

/** The operating system ranks a child in the background last: 0 is as usual, and 19 the lowest rank. */
const inBackground = (): string[] => (existsSync(nice) ? [nice, '-n', '19'] : []);

/** Returns the program and the arguments that start the child. */
export const buildChildCommand = (
  confinement: Confinement,
  files: ChildFiles,
  { heapMb, isInBackground = false }: ChildShare = {},
): { execPath: string; execArgv: string[] } => {
  const [execPath = process.execPath, ...execArgv] = [
    ...(isInBackground ? inBackground() : []),
    ...launchers[confinement](files),
    process.execPath,
    ...(heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`]),
    ...buildNodeFlags(files),
  ];
  return { execPath, execArgv };
};
