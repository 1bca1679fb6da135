const camel = (kebab: string) => kebab.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

const pieceFile = (name: string, spoken: string) => `import type { Piece } from '../../piece.ts';
import { readTextField } from '../../values.ts';

export const ${camel(name)}: Piece = {
  name: '${name}',
  version: '1.0.0',
  displayName: '${spoken}',
  description: 'Says in one sentence what people do with it.',
  category: 'DATA',
  icon: 'puzzle',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'repeat_text',
      displayName: 'Repeat a text',
      description: 'Returns the text.',
      fields: [{ name: 'text', label: 'Text', type: 'LONG_TEXT', required: true }],
      sample: 'A text',
      run: (values) => readTextField(values, 'text'),
    },
  ],
};
`;

const testFile = (name: string) => `import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

describe('the ${name} piece', () => {
  it('returns the text', async () => {
    expect(await runAction('${name}.repeat_text', { text: 'a' })).toBe('a');
    expect(await failureOf(() => runAction('${name}.repeat_text', {}))).toContain('Please fill in “Text”.');
  });
});
`;

/** Adds the piece at the end of the list. Throws when it is there already. */
const weave = (list: string, name: string): string => {
  const variable = camel(name);
  const from = `from './pieces/${name}/${name}.ts';`;
  if (list.includes(from)) throw new Error(`There is a piece ${name} already.`);
  const [imports = '', ...rest] = list.split('\n\n/** Every piece');
  const ends = rest.join('\n\n/** Every piece').replace('\n];', `\n  ${variable},\n];`);
  return `${imports}\nimport { ${variable} } ${from}\n\n/** Every piece${ends}`;
};

/** Returns the files of a new piece by their path in packages/pieces/src. */
export const filesOfPiece = (name: string, list: string): Readonly<Record<string, string>> => {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new Error('A piece is named in small letters with hyphens: npm run new:piece google-sheets');
  const words = name.replaceAll('-', ' ');
  const spoken = words.charAt(0).toUpperCase() + words.slice(1);
  return {
    [`pieces/${name}/${name}.ts`]: pieceFile(name, spoken),
    [`pieces/${name}/${name}.test.ts`]: testFile(name),
    'all-pieces.ts': weave(list, name),
  };
};
