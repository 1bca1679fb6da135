import { expect, it } from 'vitest';
import { headingDepths, markHeadings } from './document-text.ts';

it('writes headings as deep as the paths of chunks say, and leaves other lines as they are', () => {
  const depths = headingDepths(['Handbook > Leave', 'Handbook']);
  expect(markHeadings('Handbook\n\nLeave\n\nLeave is 25 days.', depths)).toBe(
    '# Handbook\n\n## Leave\n\nLeave is 25 days.',
  );
});

it('writes backslashes and names of characters so that they are read as they are', () => {
  expect(markHeadings('The folder C:\\_temp holds &amp;lt; and `a\\_b`.', new Map())).toBe(
    'The folder C:\\\\_temp holds &amp;amp;lt; and `a\\_b`.',
  );
});
