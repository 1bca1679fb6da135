import { parseArgs } from 'node:util';
import type { ChatModel } from '@atelier/models';
import { buildGuardPrompt, readVerdict } from '@atelier/models/prompts';
import { detectJailbreak } from '../../../../apps/server/src/modules/assistants/guardrails/index.ts';
import { writeFigures } from '../quality-page.ts';
import { type GuardSet, readGuardSets } from './read-sets.ts';
import { startScriptedChecker } from './scripted-checker.ts';

/**
 * Measures the flows of JAILBREAK_DETECTION on public sets: `npm run quality:guards -- <folder of the sets> [--write]`. The model is a
 * scripted one, which knows the right verdicts.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Name the folder with the sets; docs/quality.md says where they come from.');

const blocksByWords = (text: string): boolean => detectJailbreak(text) !== undefined;

/** Returns undefined when the reply of the model is no verdict. */
const blocksByModel = async (model: ChatModel, text: string): Promise<boolean | undefined> => {
  let reply = '';
  for await (const part of model.stream(buildGuardPrompt('jailbreak detection model', text)))
    if (part.type === 'text-delta') reply += part.delta;
  const verdict = readVerdict(reply);
  return verdict === undefined ? undefined : verdict === 'BLOCK';
};

interface Counts {
  words: number;
  model: number;
  both: number;
  unread: number;
}

const measure = async (model: ChatModel, { texts }: GuardSet): Promise<Counts> => {
  const counts: Counts = { words: 0, model: 0, both: 0, unread: 0 };
  for (const text of texts) {
    const byWords = blocksByWords(text);
    const byModel = await blocksByModel(model, text);
    if (byWords) counts.words += 1;
    if (byModel === true) counts.model += 1;
    if (byWords || byModel === true) counts.both += 1;
    if (byModel === undefined) counts.unread += 1;
  }
  return counts;
};

const share = (count: number, all: number): string => `${count} (${Math.round((100 * count) / all)} %)`;

const rowOf = ({ title, isAttack, texts }: GuardSet, { words, model, both, unread }: Counts): string => {
  const all = texts.length;
  const figures = [words, model, both].map((count) =>
    isAttack ? `${share(count, all)}, ${all - count}` : `${count}`,
  );
  return `| ${title} | ${all} | ${figures.join(' | ')} | ${unread} |`;
};

const sets = await readGuardSets(folder);
const checker = await startScriptedChecker(sets.flatMap(({ isAttack, texts }) => (isAttack ? texts : [])));
try {
  const lines = [
    '| set | texts | by words | by a scripted model | both | no verdict read |',
    '|---|--:|--:|--:|--:|--:|',
  ];
  for (const set of sets) lines.push(rowOf(set, await measure(checker.model, set)));
  console.log('Of attacks: caught, missed. Of safe questions: blocked in error.\n');
  console.log(lines.join('\n'));
  if (values.write) await writeFigures('guards', lines.join('\n'));
} finally {
  checker.close();
}
