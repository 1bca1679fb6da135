import { describe, expect, it } from 'vitest';
import { inAscii } from './ascii.ts';

const run = async (code: string): Promise<unknown> =>
  ((await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { default: unknown }).default;

describe('code in ASCII', () => {
  it.each([
    ['a class of letters', "export default /[–›😀]/u.test('😀') && 'a–b›c'.split(/[–›]/).length"],
    ['ignoring case', "export default /^(και|УЖ)$/iu.test('уж')"],
    ['a string and a template', 'export default "ß" + `„${"😀".length}“`'],
  ])('does the same with %s', async (_what, code) => {
    const written = inAscii(code);
    expect(written).not.toMatch(/[\u0080-\uffff]/);
    expect(written).not.toBe(code);
    expect(await run(written)).toBe(await run(code));
  });

  it('is refused where an escape would mean something else', () => {
    expect(() => inAscii('export default String.raw`ß`')).toThrow('This cannot be written in ASCII: raw`ß`');
    expect(() => inAscii('export default /\\ß/')).toThrow('cannot be written');
  });
});
