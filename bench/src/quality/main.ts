import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * Measures the quality of search and answers on public sets: `npm run quality -- <folder of the sets> [--model <folder>] [--parts
 * retrieval,tables] [--tune] [--write]`. Each part runs in a process of its own, as `npm run quality:<part>` does; a part whose sets are
 * missing is left out. docs/quality.md says where the sets come from and how their folder is laid out.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    model: { type: 'string' },
    parts: { type: 'string' },
    tune: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const folder = positionals[0] ?? process.env['QUALITY_SETS'];
if (folder === undefined)
  throw new Error('Name the folder with the sets; docs/quality.md says where they come from.');

interface Part {
  name: string;
  /** The folder of its sets, below that of all sets. */
  folder: string;
  /** The runs of the part: by words alone, with the embedding model, or one for both. */
  runs: readonly ('words' | 'model' | 'both')[];
  /** True where its questions have a half for trying out changes. */
  hasHalves: boolean;
}

const parts: readonly Part[] = [
  { name: 'retrieval', folder: '', runs: ['both'], hasHalves: true },
  { name: 'refusals', folder: '', runs: ['words', 'model'], hasHalves: true },
  { name: 'figures', folder: 'reports', runs: ['words', 'model'], hasHalves: true },
  { name: 'forms', folder: '', runs: ['words'], hasHalves: false },
  { name: 'tables', folder: 'tables', runs: ['words'], hasHalves: false },
  { name: 'guards', folder: 'guards', runs: ['words'], hasHalves: false },
  { name: 'embedding', folder: '', runs: ['model'], hasHalves: false },
];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const argumentsOf = (part: Part, run: Part['runs'][number]): string[] => [
  join(folder, part.folder),
  ...(values.model === undefined || run === 'words' ? [] : ['--model', values.model]),
  ...(values.tune && part.hasHalves ? ['--tune'] : []),
  ...(values.write ? ['--write'] : []),
];

/** Returns true when the run ended well. */
const measure = async (part: Part, run: Part['runs'][number]): Promise<boolean> => {
  const file = fileURLToPath(new URL(`${part.name}/main.ts`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file, ...argumentsOf(part, run)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  return code === 0;
};

const chosen = values.parts?.split(',') ?? parts.map(({ name }) => name);
const unknown = chosen.find((name) => !parts.some((part) => part.name === name));
if (unknown !== undefined)
  throw new Error(`There is no part ${unknown}: ${parts.map(({ name }) => name).join(', ')}.`);

const failed: string[] = [];
for (const part of parts) {
  if (!chosen.includes(part.name)) continue;
  if (!(await exists(join(folder, part.folder)))) {
    say(`\n${part.name}: left out, because there is no folder ${join(folder, part.folder)}.`);
    continue;
  }
  for (const run of part.runs) {
    if (run === 'model' && values.model === undefined) continue;
    say(
      `\n# ${part.name}${part.runs.length > 1 ? (run === 'model' ? ', with the model' : ', by words') : ''}\n`,
    );
    if (!(await measure(part, run))) failed.push(part.name);
  }
}
if (failed.length > 0) throw new Error(`Not measured to the end: ${failed.join(', ')}.`);
