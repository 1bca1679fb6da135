import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createLog, logFile } from './log.ts';

const capture = (pretty: boolean) => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', pretty, destination: { write: (line) => void lines.push(line) } });
  return { log, lines };
};

describe('the log of a server whose terminal somebody reads', () => {
  it('writes every line to a file, and on the terminal only what needs attention, on one line each', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-log-'));
    const file = join(folder, 'new', 'atelier.log');
    const shown: string[] = [];
    const log = createLog({ level: 'info', file, destination: { write: (line) => void shown.push(line) } });
    log.info({ migrations: ['0001_kernel.sql', '0002_identity.sql'] }, 'migrated');
    log.warn({ err: new Error('There is no server\n with this name.') }, 'the weights could not be fetched');
    expect(shown).toHaveLength(1);
    expect(shown[0]).toMatch(
      /^\d\d:\d\d:\d\d warn the weights could not be fetched \(There is no server with this name\.\)\n$/,
    );
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('stack');
    await rm(folder, { recursive: true });
  });

  it('keeps a full file beside the new one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atelier-log-'));
    const path = join(folder, 'atelier.log');
    const file = logFile(path, 10);
    for (const line of ['first line\n', 'second\n']) file.write(line);
    expect([await readFile(`${path}.1`, 'utf8'), await readFile(path, 'utf8')]).toEqual([
      ...['first line\n', 'second\n'],
    ]);
    await rm(folder, { recursive: true });
  });
});

describe('the log', () => {
  it('writes one line of JSON per entry, with its level as a word', () => {
    const { log, lines } = capture(false);
    log.info({ route: '/api/apps', status: 200, ms: 3 }, 'request');
    log.debug('too quiet');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      msg: 'request',
      route: '/api/apps',
      status: 200,
      ms: 3,
    });
  });

  it('never writes secrets, prompts or document text, however deep', () => {
    const { log, lines } = capture(false);
    log.info({
      password: 'hunter2',
      body: { apiKey: 'hunter2', user: { token: 'hunter2' } },
      headers: {
        authorization: 'Bearer hunter2',
        cookie: 'a=hunter2',
        'set-cookie': 'hunter2',
        'x-api-key': 'hunter2',
      },
      call: { input: { messages: ['hunter2'], prompt: 'hunter2', deep: { secret: 'hunter2' } } },
      calls: [[{ at: { step: { secret: 'hunter2' } } }]],
    });
    expect(lines[0]).not.toContain('hunter2');
    expect(lines[0]?.match(/\[redacted\]/g)).toHaveLength(11);
    log.child({ token: 'hunter2', run: 'run_1' }).info('begun');
    expect(lines[1]).toMatch(/"token":"\[redacted\]","run":"run_1"/);
  });

  it('stops at a value that contains itself', () => {
    const { log, lines } = capture(false);
    const loop: Record<string, unknown> = { name: 'loop' };
    loop['self'] = loop;
    log.info({ loop, at: new Date(0) }, 'odd');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      at: '1970-01-01T00:00:00.000Z',
      loop: { name: 'loop' },
    });
  });

  it('keeps the stack and the cause of an error', () => {
    const { log, lines } = capture(false);
    log.error(
      {
        err: Object.assign(new Error('outer', { cause: new Error('inner') }), { client: { password: 'x' } }),
      },
      'failed',
    );
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        message: 'outer',
        cause: { message: 'inner' },
        stack: expect.stringContaining('log.test.ts') as string,
      },
    });
  });

  it('keeps the values of a failed statement out of the log', () => {
    const { log, lines } = capture(false);
    const refused = new DrizzleQueryError(
      'insert into chunks values ($1)',
      ['hunter2'],
      new Error('refused'),
    );
    log.error({ err: new Error('not written', { cause: refused }) }, 'failed');
    expect(lines[0]).not.toContain('hunter2');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        cause: {
          message: 'Failed query: insert into chunks values ($1)',
          stack: expect.stringContaining('log.test.ts') as string,
          cause: { message: 'refused' },
        },
      },
    });
  });

  it('is readable on a terminal', () => {
    const { log, lines } = capture(true);
    log.info({ port: 3000 }, 'listening');
    log.warn(new Error('slow disk'));
    expect(lines[0]).toMatch(/\d\d:\d\d:\d\d.*listening.*port=3000/);
    expect(lines[0]).not.toContain('{');
    expect(lines[1]).toMatch(/warn.*slow disk/);
    expect(lines[1]).toContain('log.test.ts');
  });
});
