import { expect, it } from 'vitest';
import { headingDepths, markHeadings } from './document-text.ts';

it('writes headings as deep as the paths of chunks say, and leaves other lines as they are', () => {
  const depths = headingDepths(['Handbook > Leave', 'Handbook']);
  expect(markHeadings('Handbook\n\nLeave\n\nLeave is 25 days.', depths)).toBe(
    '# Handbook\n\n## Leave\n\nLeave is 25 days.',
  );
});
