import { describe, expect, it } from 'vitest';
import { rewriteRtf } from './rewrite-rtf.ts';

describe('an RTF text', () => {
  const rewritten = (rtf: string) => rewriteRtf(rtf).rtf;

  it('has the numbers of its lists in its paragraphs, but not its bullets', () => {
    const mark = '{\\uc1\\u8288 ?';
    expect(rewritten('{\\listtext\\pard\\plain 1.2\\tab}Terms\\par')).toBe(
      `{\\listtext\\pard\\plain 1.2\\tab}${mark}1.2 }Terms\\par`,
    );
    expect(rewritten("{\\pntext\\f1 (\\'e4)\\tab}x")).toBe(`{\\pntext\\f1 (\\'e4)\\tab}x`);
    expect(rewritten('{\\listtext{\\rtlch Article II.}\\tab}x')).toContain(`${mark}Article II. }x`);
    for (const bullet of ["\\'b7", '\\u8226 ?', 'o', '-', '\u00a7'])
      expect(rewritten(`{\\listtext\\f3 ${bullet}\\tab}x`)).toBe(`{\\listtext\\f3 ${bullet}\\tab}x`);
  });

  it('is without what was deleted, moved away or hidden, up to the end of the group or of the property', () => {
    expect(rewritten("a{\\deleted OLD \\'e4\\u252 ?\\tab}{\\revised NEW}\\par")).toBe(
      'a{\\deleted }{\\revised NEW}\\par',
    );
    expect(rewritten('{\\deleted x{\\b y}\\deleted0 z}w')).toBe('{\\deleted {\\b }\\deleted0 z}w');
    expect(rewritten('{\\mvf from}{\\mvt to}')).toBe('{\\mvf }{\\mvt to}');
    expect(rewriteRtf('{\\v secret\\plain shown}')).toMatchObject({
      rtf: '{\\v \\plain shown}',
      hidesText: true,
    });
    expect(rewriteRtf('{\\v  }')).toMatchObject({ hidesText: false });
  });

  it('has hyphens that do not break', () => {
    expect(rewritten('part\\_number\\-x')).toBe('part-number\\-x');
  });

  it('has the same tables and pictures as before, also with bytes that look like marks', () => {
    const rtf =
      '{\\stylesheet{\\s1\\v Hidden;}}{\\pict\\bin5 }{\\v}x}{\\*\\generator a;}text\\bin3 {}}y}}}{{';
    expect(rewritten(rtf)).toBe(rtf);
  });

  it('says how many comments, headers and footers with text it has', () => {
    const rtf =
      '{\\header\\pard Page\\par}{\\footerr \\par}{\\footer {\\b x}}{\\*\\annotation a}{\\*\\annotation b}';
    expect(rewriteRtf(rtf)).toMatchObject({ rtf, comments: 2, margins: 2 });
  });
});
