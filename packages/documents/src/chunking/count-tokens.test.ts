import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { describe, expect, it } from 'vitest';
import { countTokens } from './count-tokens.ts';

const texts = {
  prose:
    "Employees get 25 days of leave; they’re asked to book them early.\n\n  Ünïcode isn't rare.\n".repeat(60),
  unknownWords: Array.from({ length: 3000 }, (_, at) => `zarbetuko${at % 700}livo`).join(' '),
  code: 'const a = [1, 22, 333];\n\tif (a.length > 2) return `${a}`;\r\n'.repeat(40),
  signs: '🙂👩‍👩‍👧 — … €¥ <|endoftext|> \u00a0\u2003 end '.repeat(30),
};
const chinese = Array.from({ length: 2000 }, (_, at) =>
  String.fromCharCode(0x4e00 + ((at * 7919) % 8000)),
).join('');

describe('the number of tokens', () => {
  it('is that of the tokenizer, also when the words are remembered', () => {
    for (const text of Object.values(texts)) {
      const expected = encode(text, { disallowedSpecial: new Set() }).length;
      for (const count of [countTokens(text), countTokens(text)])
        expect(Math.abs(count - expected) / expected).toBeLessThan(0.002);
    }
  });

  it('is that of the tokenizer within one percent for a text without spaces', () => {
    const expected = encode(chinese).length;
    expect(Math.abs(countTokens(chinese) - expected) / expected).toBeLessThan(0.01);
  });

  it('stays the same after more words than are remembered', () => {
    const before = countTokens(texts.prose);
    for (let part = 0; part < 50; part += 1)
      countTokens(Array.from({ length: 1000 }, (_, at) => `q${(part * 1000 + at).toString(36)}x`).join(' '));
    expect(countTokens(texts.prose)).toBe(before);
  });
});
