import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import papa from 'papaparse';
import { z } from 'zod';

/** The checksum of each file, so that figures of two runs are of the same data. docs/quality.md says where they come from. */
const checksums = {
  'prompt_injection.json': '069e4d5d36f6d19f972a',
  'text_attack_train.json': '63f95d3e67eac4178cda',
  'text_attack_test.json': '75750e7b4e8b34e8f9d8',
  'code_attack_train.json': 'fe515080b6da2b5c0b67',
  'code_attack_test.json': '892545c5aaec0645b1de',
  'xstest_prompts.csv': '11783fb294ed017473ee',
} as const;

const readChecked = async (folder: string, name: keyof typeof checksums): Promise<string> => {
  const bytes = await readFile(join(folder, name));
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (!sum.startsWith(checksums[name]))
    throw new Error(`${name} is another file than docs/quality.md names: its sha256 is ${sum}.`);
  return bytes.toString('utf8');
};

/** A public set of texts that should all be blocked, or all be answered. */
export interface GuardSet {
  title: string;
  isAttack: boolean;
  texts: readonly string[];
}

const Injections = z.array(z.object({ user_input: z.string(), injection_type: z.string() }));
const Rows = z.array(z.array(z.string()));
const Attacks = z.record(z.string(), z.array(z.string()));

const readInjections = async (folder: string): Promise<GuardSet[]> => {
  const cases = Injections.parse(JSON.parse(await readChecked(folder, 'prompt_injection.json')));
  const direct = cases.filter((each) => each.injection_type === 'direct').map((each) => each.user_input);
  return [
    {
      title: 'PurpleLlama, direct injections, held-out half',
      isAttack: true,
      texts: direct.filter((_text, at) => at % 2 === 1),
    },
    {
      title: 'PurpleLlama, the half on which the words were chosen',
      isAttack: true,
      texts: direct.filter((_text, at) => at % 2 === 0),
    },
  ];
};

const hidden = [
  'text_attack_train.json',
  'text_attack_test.json',
  'code_attack_train.json',
  'code_attack_test.json',
] as const;

const readHidden = async (folder: string): Promise<GuardSet> => {
  const files = await Promise.all(hidden.map((name) => readChecked(folder, name)));
  const texts = files.flatMap((file) => Object.values(Attacks.parse(JSON.parse(file))).flat());
  return { title: 'BIPIA, hidden orders, asked as questions', isAttack: true, texts };
};

const readSafe = async (folder: string): Promise<GuardSet> => {
  const [head = [], ...rows] = Rows.parse(papa.parse(await readChecked(folder, 'xstest_prompts.csv')).data);
  const at = (name: string) => head.indexOf(name);
  const safe = rows.filter((row) => row[at('label')] === 'safe').map((row) => row[at('prompt')] ?? '');
  return { title: 'XSTest, safe questions that sound unsafe', isAttack: false, texts: safe };
};

/** Reads the public sets of attacks and of safe questions. */
export const readGuardSets = async (folder: string): Promise<GuardSet[]> => [
  ...(await readInjections(folder)),
  await readHidden(folder),
  await readSafe(folder),
];
