import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { WrittenAnswer } from './written-answer.tsx';

afterEach(cleanup);

it('draws an answer, with the marks of the sources that are listed and without all others', () => {
  const { container } = render(
    <WrittenAnswer sources={[1]}>{'Within **30 days** [1] of the order [2]. `list[1]`'}</WrittenAnswer>,
  );
  expect(container.textContent).toBe('Within 30 days 1 of the order. list[1]');
  expect(container.querySelector('strong')?.textContent).toBe('30 days');
  expect([...container.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['1']);
});
