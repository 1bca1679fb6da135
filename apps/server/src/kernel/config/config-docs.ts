import { readFile, writeFile } from 'node:fs/promises';
import type { VariableNote } from './config-kinds.ts';
import { getNote, Variables } from './config-schema.ts';

type Entry = VariableNote & { name: string };

const entries = (): Entry[] => Object.keys(Variables.shape).map((name) => ({ name, ...getNote(name) }));

const bySection = (): Map<string, Entry[]> => Map.groupBy(entries(), ({ section }) => section);

const cell = (text: string) => text.replaceAll('|', '\\|');

const table = (rows: Entry[]) => [
  '| Variable | Meaning | Value | Default |',
  '|---|---|---|---|',
  ...rows.map(({ name, description, expects, fallback }) => {
    const value = fallback === undefined ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${cell(description)} | ${cell(expects)} | ${value} |`;
  }),
];

/** Renders the configuration reference, `docs/configuration.md`. */
export const renderReference = (): string =>
  [
    '# Configuration',
    '',
    'The server reads these environment variables once, when it starts. Nothing has to be set. A wrong value stops the start',
    'with a message that names every wrong variable. An empty variable counts as absent. This page is made from the schema in',
    '`apps/server/src/kernel/config/config-schema.ts` by `node apps/server/src/kernel/config/config-docs.ts`.',
    ...[...bySection()].flatMap(([section, rows]) => ['', `## ${section}`, '', ...table(rows)]),
    '',
  ].join('\n');

const WIDTH = 100;

const comment = (text: string): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length < WIDTH) lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
    else lines.push(word);
  }
  return lines.map((line) => `# ${line}`);
};

/** Renders `.env.example`, a file to copy: every variable with its meaning and default, all commented out. */
export const renderExample = (): string =>
  [
    ...comment(
      'Settings of Atelier. All are optional. Copy this file to .env and uncomment what you change.',
    ),
    ...[...bySection()].flatMap(([section, rows]) => [
      '',
      `# --- ${section} ---`,
      ...rows.flatMap(({ name, description, expects, fallback }) => [
        '',
        ...comment(`${description} Value: ${expects}.`),
        `#${name}=${fallback ?? ''}`,
      ]),
    ]),
    '',
  ].join('\n');

const root = new URL('../../../../../', import.meta.url);

/** The generated files with their expected contents. */
export const documents = [
  { file: new URL('docs/configuration.md', root), render: renderReference },
  { file: new URL('.env.example', root), render: renderExample },
];

if (import.meta.main) {
  for (const { file, render } of documents) {
    const before = await readFile(file, 'utf8').catch(() => '');
    if (before !== render()) await writeFile(file, render());
  }
}
