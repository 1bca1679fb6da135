import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serverEnv, serverFlags } from '../prepare.mjs';
import { root } from '../tests/plant.ts';
import { outside } from './build/outside.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll(/\\\n\s*/g, '');
const compose = read('compose.yaml');
const valuesOf = (instruction: string) =>
  [...dockerfile.matchAll(new RegExp(`^${instruction} (.+)$`, 'gm'))].map(([, value]) => value ?? '');
const settings = new Map(
  [...read('.env.example').matchAll(/^#(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
);
const environment = new Map(
  valuesOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
);

interface Locked {
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Returns the names of the packages that an installation of one workspace contains without development dependencies. */
const installedFor = (workspace: string): Set<string> => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
  const found = new Set<string>();
  const visit = (key: string): void => {
    const entry = packages[key];
    const needs = { ...entry?.dependencies, ...entry?.optionalDependencies };
    for (const name of Object.keys(needs)) {
      if (found.has(name)) continue;
      found.add(name);
      const at = packages[`node_modules/${name}`];
      visit(at?.link === true ? (at.resolved ?? '') : `node_modules/${name}`);
    }
  };
  visit(workspace);
  return found;
};

describe('the container image', () => {
  it('is built and run on the Node that the product is pinned to', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: { node: string } };
    const base = `node:${dependencies.node}-bookworm-slim`;
    expect(valuesOf('FROM')).toEqual([`${base} AS build`, base]);
  });

  it('leaves out no source that the build reads', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('**/') && !line.includes('*.'))
      .map((line) => line.slice(3));
    const sources = globSync(['apps/**', 'packages/**', 'tools/**'], {
      cwd: root,
      exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
    });
    expect(sources.length).toBeGreaterThan(1000);
    expect(sources.filter((path) => path.split('/').some((name) => ignored.includes(name)))).toEqual([]);
  });

  it('has every package that the built server asks for', () => {
    const workspace = /--workspace=(\S+)/.exec(dockerfile)?.[1] ?? '';
    const installed = [...installedFor(workspace)];
    const missing = outside.filter((name) => {
      const pattern = new RegExp(`^${name.replace('*', '.+')}$`);
      return !installed.some((it) => pattern.test(it));
    });
    expect(missing).toEqual([]);
  });

  it('leaves out what npm start leaves out', () => {
    expect(dockerfile).toContain("pruneInstalled('node_modules')");
  });

  it('sets and passes on only settings that there are', () => {
    const passed = [...compose.matchAll(/^ {6}- ([A-Z_]+)$/gm)].map(([, name]) => name ?? '');
    const unknown = [...environment.keys(), ...passed].filter((name) => !settings.has(name));
    expect(unknown).toEqual(['NODE_ENV', ...Object.keys(serverEnv), 'POSTGRES_PASSWORD']);
  });

  it('keeps its data on the volume and answers where it says', () => {
    expect(valuesOf('VOLUME')).toEqual([environment.get('ATELIER_DATA')]);
    expect(compose).toContain(`- data:${environment.get('ATELIER_DATA')}\n`);
    expect(valuesOf('EXPOSE')).toEqual([settings.get('PORT')]);
    expect(environment.get('HOST')).toBe('0.0.0.0');
    expect(valuesOf('USER')).toEqual(['node']);
  });

  it('starts the file that npm start starts, in the same way', () => {
    const command = ['node', ...serverFlags, 'dist/server/main.js'].map((part) => JSON.stringify(part));
    expect(valuesOf('CMD')).toEqual([`[${command.join(', ')}]`]);
    for (const [name, value] of Object.entries(serverEnv)) expect(environment.get(name)).toBe(value);
    expect(read('tools/start.mjs')).toContain("join(root, 'dist', 'server', 'main.js')");
  });
});
