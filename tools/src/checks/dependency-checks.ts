import { join } from 'node:path';
import { satisfies } from 'semver';
import type { Advisory } from '../advisories/read-audit.ts';
import { isLicenceAllowed } from './licence.ts';
import { type Check, type Finding, type Manifest, parseManifest, readManifest } from './source-tree.ts';

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const dependenciesOf = (manifest: Manifest) =>
  [
    manifest.dependencies,
    manifest.devDependencies,
    manifest.optionalDependencies,
    manifest.peerDependencies,
    manifest.overrides,
  ].flatMap((group) => Object.entries(group ?? {}));

const exactVersions: Check = {
  name: 'exact-versions',
  run: ({ files }) =>
    files
      .filter(({ path }) => /(^|\/)package\.json$/.test(path))
      .flatMap(({ path, text }) =>
        dependenciesOf(parseManifest(text))
          .filter(([, version]) => typeof version !== 'string' || !exact.test(version))
          .map(([name, version]) => ({
            path,
            message: `${name}: ${JSON.stringify(version)} is not one exact version.`,
          })),
      ),
};

const lockNames = /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/;

const oneLockfile: Check = {
  name: 'one-lockfile',
  run: ({ files }) => {
    const locks = files.filter(({ path }) => lockNames.test(path));
    const findings: Finding[] = locks
      .filter(({ path }) => path !== 'package-lock.json')
      .map(({ path }) => ({ path, message: 'One lockfile, package-lock.json at the root.' }));
    const lock = locks.find(({ path }) => path === 'package-lock.json');
    if (lock === undefined) return [{ path: 'package-lock.json', message: 'The lockfile is missing.' }];
    const hosts = lock.text.match(/"resolved": "(https?|git\+?\w*):[^"]*"/g) ?? [];
    if (hosts.length > 0) {
      findings.push({
        path: lock.path,
        message: `Names ${hosts.length} download addresses. Run npm with --omit-lockfile-registry-resolved.`,
      });
    }
    return findings;
  },
};

interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

const asLock = (value: unknown) => value as { packages?: Record<string, LockedPackage> };

/** The licences of packages whose manifest does not name one, as the licence text in the package states them. */
const statedElsewhere: Readonly<Record<string, string>> = {
  'dejavu-fonts-ttf@2.37.3': 'Bitstream-Vera',
  'png-js@2.0.0': 'MIT',
};

const licenceOf = (root: string, path: string, locked: LockedPackage): string => {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const granted = statedElsewhere[`${name}@${locked.version ?? ''}`];
  if (granted !== undefined) return granted;
  if (locked.license !== undefined) return locked.license;
  const manifest = readManifest(join(root, path, 'package.json'));
  const stated = manifest?.license ?? manifest?.licenses?.[0];
  const text = typeof stated === 'object' ? stated.type : stated;
  return text ?? 'none stated';
};

const licencesAllowed: Check = {
  name: 'licences-allowed',
  run: ({ root, files }) => {
    const lock = files.find(({ path }) => path === 'package-lock.json');
    if (lock === undefined) return [];
    return Object.entries(asLock(JSON.parse(lock.text)).packages ?? {})
      .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
      .map(([path, locked]) => ({ path, licence: licenceOf(root, path, locked) }))
      .filter(({ licence }) => !isLicenceAllowed(licence))
      .map(({ path, licence }) => ({ path, message: `Its licence is not on the list: ${licence}.` }));
  },
};

const decisionsListed: Check = {
  name: 'decisions-listed',
  run: ({ files }) => {
    const index = files.find(({ path }) => path === 'docs/adr/README.md')?.text ?? '';
    return files
      .filter(({ path }) => /^docs\/adr\/\d{4}-[^/]+\.md$/.test(path))
      .filter(({ path }) => !index.includes(`(${path.slice('docs/adr/'.length)})`))
      .map(({ path }) => ({ path, message: 'Link it from docs/adr/README.md.' }));
  },
};

/** A package as a word of its own: neither part of a longer name nor of a path. */
const isNamedIn = (text: string, name: string): boolean =>
  text.split(name).some((before, at, parts) => {
    const after = parts[at + 1];
    return after !== undefined && !/[\w@/.-]$/.test(before) && !/^[\w/-]/.test(after);
  });

/** Types belong to the package that they describe, and packages of this repository to themselves. */
const dependenciesDecided: Check = {
  name: 'dependencies-decided',
  run: ({ files }) => {
    const decisions = files
      .filter(({ path }) => /^docs\/adr\/\d{4}-[^/]+\.md$/.test(path))
      .map(({ text }) => text)
      .join('\n');
    return files
      .filter(({ path }) => /(^|\/)package\.json$/.test(path))
      .flatMap(({ path, text }) =>
        [...new Set(dependenciesOf(parseManifest(text)).map(([name]) => name))]
          .filter((name) => !name.startsWith('@atelier/'))
          .filter((name) => !isNamedIn(decisions, name.replace(/^@types\//, '')))
          .map((name) => ({ path, message: `${name} has no line in docs/adr: say why it was taken.` })),
      );
  },
};

const lockedVersions = (lock: string): { name: string; version: string }[] =>
  Object.entries(asLock(JSON.parse(lock)).packages ?? {}).flatMap(([path, { version }]) =>
    path.includes('node_modules/') && version !== undefined
      ? [{ name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length), version }]
      : [],
  );

/** Works without network, from the file that npm run advisories keeps. */
const knownAdvisories: Check = {
  name: 'known-advisories',
  run: ({ files }) => {
    const textOf = (wanted: string) => files.find(({ path }) => path === wanted)?.text;
    const [lock, list] = [textOf('package-lock.json'), textOf('tools/advisories.json')];
    if (lock === undefined || list === undefined) return [];
    const locked = lockedVersions(lock);
    return (JSON.parse(list) as Advisory[])
      .filter(({ accepted }) => accepted === undefined)
      .flatMap((advisory) =>
        locked
          .filter(({ name, version }) => name === advisory.package && satisfies(version, advisory.vulnerable))
          .map(({ name, version }) => ({
            path: 'package-lock.json',
            message: `${name} ${version} has a known weakness (${advisory.id}): ${advisory.title}. Update it, or say in tools/advisories.json why the product is not affected ("accepted").`,
          })),
      );
  },
};

export const dependencyChecks: readonly Check[] = [
  exactVersions,
  oneLockfile,
  licencesAllowed,
  decisionsListed,
  dependenciesDecided,
  knownAdvisories,
];
