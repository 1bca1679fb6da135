import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findChanged } from './find-changed.ts';

it('what changed is what differs from main, committed or not, with new and deleted files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-changed-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  const write = (name: string, text = name) => writeFileSync(join(folder, name), text);
  git('init', '-b', 'main');
  for (const name of ['same', 'committed', 'open', 'gone']) write(name);
  git('add', '-A');
  git('commit', '-m', 'First');
  git('checkout', '-b', 'branch');
  write('committed', 'changed');
  git('commit', '-am', 'Second');
  write('open', 'changed');
  write('new');
  rmSync(join(folder, 'gone'));
  expect(findChanged(folder)).toEqual(['committed', 'gone', 'new', 'open']);
  expect(findChanged(folder, 'HEAD')).toEqual(['gone', 'new', 'open']);
  rmSync(folder, { recursive: true });
});
