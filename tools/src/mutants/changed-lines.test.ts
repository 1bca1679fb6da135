import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedLines } from './changed-lines.ts';

describe('the changed lines', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      stdio: 'ignore',
    });
  const write = (name: string, lines: readonly string[]) => writeFileSync(join(root, name), lines.join('\n'));

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'atelier-test-'));
    git('init', '--quiet');
    write('small.ts', ['one', 'two', 'three']);
    write('large.ts', ['start']);
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('of a change of several megabytes are all found', () => {
    write('small.ts', ['one', 'TWO', 'three']);
    write(
      'large.ts',
      Array.from({ length: 300_000 }, (_none, at) => `a line of the change ${at}`),
    );
    const lines = changedLines(root, 'HEAD');
    expect([...(lines.get('small.ts') ?? [])]).toEqual([2]);
    expect(lines.get('large.ts')?.size).toBe(300_000);
  });

  it('since a commit that does not exist are no empty answer', () => {
    expect(() => changedLines(root, 'nowhere')).toThrow('git cannot compare with nowhere.');
  });
});
