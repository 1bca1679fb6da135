// Installs and builds everything that is out of date. It has no dependencies, because it runs before any are installed, on Node 20 or
// newer.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pruneInstalled } from './prune.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const modules = join(root, 'node_modules');
const installMark = join(modules, '.atelier-install');
const buildMark = join(root, 'dist', '.build');

/** The pinned Node, with which everything after the install runs. */
export const pinnedNode = windows ? join(modules, 'node', 'bin', 'node.exe') : join(modules, '.bin', 'node');

/**
 * The flags of Node that the server runs with: a young generation that cannot take 128 MB, and the function by which a quiet server gives
 * memory back. The container and the tests start it with the same.
 */
export const serverFlags = ['--max-semi-space-size=8', '--expose-gc'];
/** Few arenas, because the allocator of glibc gives memory back from the first of them only. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' };

export class PrepareError extends Error {}

const hashOf = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};
const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Returns the environment for children, with the pinned Node first in PATH. */
export const pinnedEnv = (extra = {}) => ({
  ...process.env,
  PATH: [join(modules, '.bin'), process.env.PATH ?? ''].join(delimiter),
  ...extra,
});

/**
 * Runs a program in the foreground and forwards the signals that end this process.
 * Resolves to its exit code, which is 128 plus the signal's number if a signal ended it.
 */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    // A terminal sends Ctrl-C to the child as well. A second signal would interrupt its orderly shutdown.
    const forward = (signal) => (signal === 'SIGINT' && process.stdin.isTTY ? true : child.kill(signal));
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const done = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      done();
      resolve(code ?? 128 + ({ SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[signal] ?? 0));
    });
  });

/** Runs a file with the pinned Node. */
export const runNode = (args, options = {}) => run(pinnedNode, args, { env: pinnedEnv(), ...options });

/**
 * Replaces this process with the pinned Node, so that signals and exit codes are those of the program.
 * Older versions of Node and Windows do not support that, so there it runs as a child.
 */
export const becomeNode = (args, env = {}) => {
  const allEnv = pinnedEnv({ ...env, ...process.env });
  if (windows || typeof process.execve !== 'function') return runNode(args, { env: allEnv });
  // The call warns that it is experimental, which the user need not know.
  process.removeAllListeners('warning');
  return process.execve(realpathSync(pinnedNode), [pinnedNode, ...args], allEnv);
};

// --- Install ---

const lockHash = () =>
  hashOf(process.platform, process.arch, readFileSync(join(root, 'package-lock.json'), 'utf8'));

/**
 * Returns the packages to install: those that the product is built and run from, or all of them including those for tests and checks, which
 * are three times as large. A checkout that already has everything keeps it.
 */
const extentOf = (everything) =>
  everything || existsSync(join(modules, 'vitest')) ? 'everything' : 'product';

/** Returns the locked packages that are not installed in the locked version, by npm's own list of installed packages. */
const differingPackages = (extent) => {
  const installed = JSON.parse(readOr(join(modules, '.package-lock.json'), '{}')).packages ?? {};
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const differs = ([path, wanted]) => {
    if (!path.includes('node_modules/') || wanted.link === true) return false;
    if (extent === 'product' && (wanted.dev === true || wanted.devOptional === true)) return false;
    const found = installed[path];
    if (found === undefined) return wanted.optional !== true && wanted.peer !== true;
    return found.version !== wanted.version || !existsSync(join(root, path));
  };
  return Object.entries(locked)
    .filter(differs)
    .map(([path]) => path);
};

/** Returns PATH without this project's own programs, because an install may replace them while it runs. */
const outsidePath = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(root))
    .join(delimiter);

const networkFailure = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i;

const installFailure = (code, output) => {
  const hint = networkFailure.test(output)
    ? 'The package registry could not be reached. Check the network or the proxy, then run the command again.'
    : 'What npm said stands above. Mend that and run the command again.';
  return new PrepareError(`The dependencies could not be installed (npm ended with code ${code}).\n${hint}`);
};

const npm = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(windows ? 'npm.cmd' : 'npm', args, {
      cwd: root,
      env: { ...process.env, PATH: outsidePath(), ONNXRUNTIME_NODE_INSTALL: 'skip' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: windows,
    });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) =>
      reject(
        new PrepareError(`npm could not be started (${error.code}). Node.js 20 or newer comes with it.`),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      console.error(output.trim());
      reject(installFailure(code, output));
    });
  });

/** Fails within seconds when there is no network. An install would retry hundreds of packages for minutes. */
const reachRegistry = () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const quick = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=20000'];
  return npm(['view', `node@${dependencies.node}`, 'version', '--loglevel=error', ...quick]);
};

// `npm ci` refuses a lockfile without the optional binaries of other platforms, which some registries lack.
const installLocked = (extent) => {
  const omitted = extent === 'product' ? ['--omit=dev'] : [];
  return npm(['install', ...omitted, '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
};

const megabytes = (bytes) => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Development tools that npm installs nevertheless, because a package of the product uses them if they are present. */
const onlyPeers = () =>
  Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
    .filter(([path, { devOptional }]) => devOptional === true && path.startsWith('node_modules/'))
    .map(([path]) => path.slice('node_modules/'.length));

const install = async (extent) => {
  const since = Date.now();
  console.log('Installing the dependencies; this takes a minute or two …');
  const ticking = setInterval(() => console.log(`  still installing, ${seconds(since)}`), 20_000);
  try {
    await reachRegistry();
    await installLocked(extent);
  } finally {
    clearInterval(ticking);
  }
  if (!existsSync(pinnedNode)) {
    throw new PrepareError(
      'npm did not install the pinned Node. Allow the install script of the package `node`.',
    );
  }
  const differing = differingPackages(extent);
  if (differing.length > 0) {
    throw new PrepareError(
      `package-lock.json does not fit: ${differing.slice(0, 5).join(', ')}. Run npm install.`,
    );
  }
  // The checks and tests need the rest, and debuggers the source maps.
  if (extent === 'everything') console.log(`Installed in ${seconds(since)}.`);
  else console.log(`Installed ${megabytes(pruneInstalled(modules, onlyPeers()))} in ${seconds(since)}.`);
};

/** Installs the locked versions when package-lock.json has changed since the last install, or when that was not complete. */
export const ensureInstalled = async ({ everything = true } = {}) => {
  const extent = extentOf(everything);
  const wanted = `${lockHash()} ${extent}`;
  if (readOr(installMark, '') === wanted) return;
  if (!existsSync(pinnedNode) || differingPackages(extent).length > 0) await install(extent);
  writeFileSync(installMark, wanted);
};

// --- Build ---

const sourceRoots = ['apps', 'packages', 'tools/src/build.ts', 'tools/src/build', 'package-lock.json'];
const notSources = new Set(['node_modules', 'dist', 'fixtures', 'tests', 'test-results']);
const isSource = (name) => !/\.(test|spec)\.tsx?$|\.md$/.test(name);

const listSources = (path, into) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return into;
  if (stat.isFile()) {
    into.push({ path, size: stat.size, time: stat.mtimeMs });
    return into;
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory() && !notSources.has(entry.name)) listSources(below, into);
    else if (entry.isFile() && isSource(entry.name)) {
      const { size, mtimeMs } = statSync(below);
      into.push({ path: below, size, time: mtimeMs });
    }
  }
  return into;
};

/**
 * Identifies the state of the sources: a quick fingerprint of names, sizes and times and, on demand, the hash of their content.
 */
const readSources = () => {
  const files = sourceRoots.flatMap((name) => listSources(join(root, name), []));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return {
    stamp: hashOf(...files.map(({ path, size, time }) => `${relative(root, path)} ${size} ${time}`)),
    content: () => hashOf(...files.flatMap(({ path }) => [relative(root, path), readFileSync(path)])),
  };
};

const lastBuild = () => {
  try {
    return JSON.parse(readFileSync(buildMark, 'utf8'));
  } catch {
    return {};
  }
};

const markBuild = (stamp, content) => {
  mkdirSync(dirname(buildMark), { recursive: true });
  writeFileSync(buildMark, JSON.stringify({ stamp, content }));
};

/** Runs the build. With `quiet`, what it says goes into a file, which is named when it fails. */
const runBuild = async (quiet) => {
  const args = [join(root, 'tools', 'src', 'build.ts')];
  if (!quiet) return { code: await runNode(args), hint: '' };
  const log = join(root, 'dist', 'build.log');
  mkdirSync(dirname(log), { recursive: true });
  const output = openSync(log, 'w');
  try {
    const code = await runNode(args, { stdio: ['ignore', output, output] });
    return { code, hint: ` What it said stands in ${log}.` };
  } finally {
    closeSync(output);
  }
};

/** Builds when the sources have changed since the last build. `force` builds in any case. */
export const ensureBuilt = async ({ force = false, quiet = false } = {}) => {
  const sources = readSources();
  const last = lastBuild();
  if (!force && last.stamp === sources.stamp) return;
  const content = sources.content();
  if (!force && last.content === content) return markBuild(sources.stamp, content);
  const since = Date.now();
  console.log('Building …');
  rmSync(buildMark, { force: true });
  const { code, hint } = await runBuild(quiet);
  if (code !== 0) throw new PrepareError(`The build failed (exit code ${code}).${hint}`);
  markBuild(sources.stamp, content);
  console.log(`Built in ${seconds(since)}.`);
};

/** Runs the body of a command-line tool: plain messages for problems that a user can fix, exit codes for scripts. */
export const main = async (body) => {
  try {
    process.exitCode = await body();
  } catch (error) {
    console.error(error instanceof PrepareError ? error.message : error);
    process.exitCode = 1;
  }
};
