import { expect, it } from 'vitest';
import { splitLinks } from './split-links.ts';

it('finds web addresses, and nothing else, in plain text', () => {
  const text = 'Confirm:\nhttp://127.0.0.1/verify?token=a-b_c\njavascript:alert(1) https://example.com/x';
  const parts = splitLinks(text);
  expect(parts.filter((part) => part.isLink).map((part) => part.text)).toEqual([
    'http://127.0.0.1/verify?token=a-b_c',
    'https://example.com/x',
  ]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
});
