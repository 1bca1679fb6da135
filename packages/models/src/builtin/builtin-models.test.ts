import { describe, expect, it } from 'vitest';
import { BuiltinModel, builtinModels, sumFileBytes } from './builtin-models.ts';

describe('the built-in models', () => {
  it('can be described, have names of their own, and a size', () => {
    for (const model of builtinModels) expect(BuiltinModel.parse(model)).toEqual(model);
    expect(builtinModels.map((model) => [model.id, sumFileBytes(model)])).toEqual([
      ['all-minilm-l6-v2', 23_684_031],
      ['multilingual-e5-small', 135_429_554],
    ]);
  });

  it('say what the model expects before a question and a chunk', () => {
    expect(builtinModels.map(({ prefixes }) => prefixes)).toEqual([
      { QUESTION: '', CHUNK: '' },
      { QUESTION: 'query: ', CHUNK: 'passage: ' },
    ]);
  });

  it('that an operator describes keep to their bounds', () => {
    const [model] = builtinModels;
    const fits = (change: object) => BuiltinModel.safeParse({ ...model, ...change }).success;
    const file = (change: object) => ({ files: model?.files.map((each) => ({ ...each, ...change })) });
    const fitting = [
      ...[{ dimensions: 8 }, { dimensions: 4096 }, { mostTokens: 16 }, { mostTokens: 8192 }],
      ...[{ label: 'x' }, { label: 'x'.repeat(100) }, { licence: 'x' }, { licence: 'x'.repeat(60) }],
      ...[
        { languages: 'x'.repeat(100) },
        { prefixes: { QUESTION: 'x'.repeat(200), CHUNK: 'x'.repeat(200) } },
      ],
      ...[file({ bytes: 1 }), file({ bytes: 2_000_000_000 }), file({ path: 'a/b.c' })],
    ];
    for (const change of fitting) expect(fits(change), JSON.stringify(change).slice(0, 80)).toBe(true);
    const unfit = [
      ...[
        { dimensions: 7 },
        { dimensions: 4097 },
        { mostTokens: 15 },
        { mostTokens: 8193 },
        { dimensions: 8.5 },
      ],
      ...[{ label: '' }, { label: 'x'.repeat(101) }, { licence: '' }, { licence: 'x'.repeat(61) }],
      ...[
        { languages: '' },
        { languages: 'x'.repeat(101) },
        { prefixes: { QUESTION: 'x'.repeat(201), CHUNK: '' } },
      ],
      ...[{ id: 'Upper' }, { id: '../up' }, { files: model?.files.slice(1) }, { more: 1 }],
      ...[file({ bytes: 0 }), file({ bytes: 2_000_000_001 }), file({ path: '../a' }), file({ path: '/a' })],
    ];
    for (const change of unfit) expect(fits(change), JSON.stringify(change).slice(0, 80)).toBe(false);
  });
});
