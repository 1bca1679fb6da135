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
    ['$2$ apples, $3x$ pears and $2 n = 4$', ['line 2', 'line 3x', 'line 2 n = 4']],
    ['a set $A$ of 5, and $x \\in A$ 5 times', ['line A', 'line x \\in A']],
    ['from $740 to $x_1 + 2$', ['line x_1 + 2']],
  ])('are found in %j', (markdown, found) => {
    expect(formulas(markdown)).toEqual(found);
  });

  it.each([
    'It costs $5 to $10, or $5-$10.',
    'US$5/US$6 and $40,665 $ 39,570',
    'Budget: $740 for $5 million. R$ 12,29/metro',
    'R$ 12,29/metro … R$ 18,60, A$5, NZ$ 7 and (US$3)',
    '**$1.50**, *$2*, $.99 or -$3 off, and $-4 in $',
    '| $740 | $5 (was $6) |',
    '$AAPL rose, MX$ 5',
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
