import { describe, expect, it } from 'vitest';
import { formulaMarks, markFormulas, splitText } from './split-text.ts';

const formulas = (markdown: string) =>
  [...markFormulas(markdown).matchAll(/`([\ue000\ue001])([^`]*)`/g)].map(
    ([, mark, tex]) => `${mark === formulaMarks['line-formula'] ? 'line' : 'block'} ${tex}`,
  );

describe('formulas in Markdown', () => {
  it.each([
    ['Take $a_1 + b_1$ now', ['line a_1 + b_1']],
    ['$x$, $y$.', ['line x', 'line y']],
    ['so \\(a^2\\) is', ['line a^2']],
    ['$$\na\n+ b\n= c\n$$', ['block a + b = c']],
    ['\\[\n\\frac{1}{2}\n\\]', ['block \\frac{1}{2}']],
    ['1. first\n\n   $$x^2$$\n\n2. second $y$', ['block x^2', 'line y']],
    ['cost \\$5 and $\\$5$', ['line \\$5']],
    ['$5 for $x$', ['line x']],
  ])('are found in %j', (markdown, found) => {
    expect(formulas(markdown)).toEqual(found);
  });

  it.each([
    'It costs $5 to $10, or $5-$10.',
    'US$5/US$6 and $40,665 $ 39,570',
    'echo $HOME/$PATH',
    '`$x$` and ``a ` $y$``',
    '```sh\necho $a $b$\n```',
    '~~~\n$x$\n~~~',
    '    $x$\n',
    '- item\n\n  ```\n  $x$\n  ```\n',
    'unfinished $x',
    'over $x\n\ny$ two paragraphs',
    '\\(\\) and $$ $$',
    '[link](\\(foo\\)) and foo\\(bar\\)',
    'a\\@\\[\\\\\\]',
  ])('are not found in %j', (markdown) => {
    expect(formulas(markdown)).toEqual([]);
    expect(markFormulas(markdown)).toBe(markdown);
  });

  it('are found beside an indented item of a list, which is no code', () => {
    expect(formulas('- item\n\n    more $x$\n\nAfter.\n\n    code $y$\n')).toEqual(['line x']);
  });

  it('are pieces of the text, of which nothing is lost', () => {
    const markdown = 'a `b` $c$ d\n\n```\ne\n```\n\\[f\\] g\\(h';
    const pieces = splitText(markdown);
    expect(pieces.map(({ source }) => source).join('')).toBe(markdown);
    expect(pieces.map(({ kind, source }) => `${kind} ${source}`)).toEqual([
      'text a ',
      'code `b`',
      'text  ',
      'line-formula $c$',
      'text  d\n\n',
      'code ```\ne\n```\n',
      'block-formula \\[f\\]',
      'text  g\\(h',
    ]);
  });
});
