import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The lines of the bundle; esbuild writes the path of each module above it. */
let lines: readonly string[] | undefined;

/** Returns the source in which an error came about: that of the first line of its stack that lies in the bundle. */
export const originOf = ({ stack = '' }: Error): string => {
  const [, url = '', line = ''] = /(file:\/\/[^\s)]+):(\d+):\d+/.exec(stack) ?? [];
  if (url === '') return '';
  lines ??= readFileSync(fileURLToPath(url), 'utf8').split('\n');
  return (
    lines
      .slice(0, Number(line))
      .findLast((text) => text.startsWith('// '))
      ?.slice(3) ?? ''
  );
};
