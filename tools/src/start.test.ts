import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root, runIn } from '../tests/plant.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const startScript = scripts.start;

const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/zod': { version } } });

/** A fake build that produces a server: it prints its arguments and exits as the environment says. */
const build = `
import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('dist/server', { recursive: true });
writeFileSync('dist/server/main.js', \`
  process.on('SIGTERM', () => { console.log('told to stop'); process.exit(0); });
  console.log('server runs on ' + process.versions.node.split('.')[0]);
  if (process.env.END) process.exit(Number(process.env.END));
  setInterval(() => undefined, 1000);
\`);
`;

describe('npm start', () => {
  let folder = '';
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const start = () => runIn(folder, [join(folder, 'tools/start.mjs')]);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'atelier-start-'));
    for (const name of ['start.mjs', 'prepare.mjs', 'prune.mjs'])
      cpSync(join(root, 'tools', name), join(folder, 'tools', name));
    write('tools/src/build.ts', build);
    write('package.json', JSON.stringify({ type: 'module', dependencies: { node: '24.0.0' } }));
    write('package-lock.json', lock('4.0.0'));
    write('node_modules/.package-lock.json', lock('4.0.0'));
    write('node_modules/zod/package.json', '{}');
    mkdirSync(join(folder, 'node_modules/.bin'));
    symlinkSync(process.execPath, join(folder, 'node_modules/.bin/node'));
    write('apps/server/src/main.ts', 'export const version = 1;');
    process.env['END'] = '0';
  });
  afterEach(() => {
    delete process.env['END'];
    rmSync(folder, { recursive: true, force: true });
  });

  it('builds once, says nothing when nothing is to do, and builds again when a source changed', async () => {
    const server = 'server runs on 24\n';
    expect((await start()).output).toMatch(/^Building …\nBuilt in [\d.]+ s\.\nserver runs on 24\n$/);
    expect(await start()).toEqual({ code: 0, output: server });
    write('apps/server/src/main.ts', 'export const version = 2;');
    expect((await start()).output).toContain('Building …');
    expect((await start()).output).toBe(server);
  });

  it('tells the server that its log goes into a file, and shows nothing that the build says', async () => {
    write(
      'tools/src/build.ts',
      `${build}console.log('Some chunks are larger');`.replace(
        "'server runs on ' +",
        "process.argv.slice(2).join() + ' runs on ' +",
      ),
    );
    expect((await start()).output).toMatch(/^Building …\nBuilt in [\d.]+ s\.\n--log-to-file runs on 24\n$/);
  });

  it('does not build again for a test or for a file that was only touched', async () => {
    await start();
    write('apps/server/src/main.test.ts', 'export const one = 1;');
    write('apps/server/src/main.ts', 'export const version = 1;');
    expect((await start()).output).toBe('server runs on 24\n');
  });

  it('ends with the exit code of the server', async () => {
    process.env['END'] = '7';
    expect((await start()).code).toBe(7);
  });

  it('leaves no mark behind when the build fails, so that the next start tries again', async () => {
    write('tools/src/build.ts', "console.log('Some chunks are larger'); process.exit(3);");
    expect(await start()).toEqual({
      code: 1,
      output: `Building …\nThe build failed (exit code 3). What it said stands in ${join(folder, 'dist/build.log')}.\n`,
    });
    expect(readFileSync(join(folder, 'dist/build.log'), 'utf8')).toBe('Some chunks are larger\n');
    expect(existsSync(join(folder, 'dist/.build'))).toBe(false);
  });

  const without = 'data:text/javascript,delete process.execve';
  it.each([
    ['by taking its place', process.execPath, ['tools/start.mjs']],
    ['as its parent, where Node cannot do that', process.execPath, ['--import', without, 'tools/start.mjs']],
    ['through the shell that npm puts in between', 'sh', ['-c', startScript]],
  ])('hands a signal to the server %s', async (_way, program, args) => {
    delete process.env['END'];
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('server runs')) child.kill('SIGTERM');
    });
    expect(await ended).toBe(0);
    expect(output).toContain('told to stop');
  });

  it.each([
    ['without what only tests and checks need', [], true],
    ['with it where it is there already', ['node_modules/vitest/package.json'], false],
  ])('installs %s', async (_what, present, isOmitted) => {
    for (const path of present) write(path, '{}');
    write('node_modules/zod/index.js.map', '{}');
    write('package-lock.json', lock('4.0.1'));
    // The start script only looks for npm outside the checkout.
    const bin = mkdtempSync(join(tmpdir(), 'atelier-npm-'));
    const fits = "sed -i.old 's/4.0.0/4.0.1/' node_modules/.package-lock.json";
    writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >> ${bin}/asked\n${fits}\n`, { mode: 0o755 });
    const path = process.env['PATH'];
    process.env['PATH'] = `${bin}:${path}`;
    const { output } = await start();
    process.env['PATH'] = path;
    const [, install] = readFileSync(join(bin, 'asked'), 'utf8').split('\n');
    rmSync(bin, { recursive: true });
    expect(install?.startsWith('install ')).toBe(true);
    expect(install?.includes('--omit=dev')).toBe(isOmitted);
    expect(existsSync(join(folder, 'node_modules/zod/index.js.map'))).toBe(!isOmitted);
    expect(output).toMatch(isOmitted ? /^Installed \d+ MB in [\d.]+ s\.$/m : /^Installed in [\d.]+ s\.$/m);
  });

  it('says what to do when the registry cannot be reached', async () => {
    write('package-lock.json', lock('4.0.1'));
    const before = process.env['npm_config_registry'];
    process.env['npm_config_registry'] = 'http://127.0.0.1:9';
    const { code, output } = await start();
    if (before === undefined) delete process.env['npm_config_registry'];
    else process.env['npm_config_registry'] = before;
    expect(output).toContain('The package registry could not be reached. Check the network or the proxy');
    expect(code).toBe(1);
  });
});
