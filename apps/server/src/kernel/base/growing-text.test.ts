import { expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

it('returns the text from any place on, however it was added', () => {
  const pieces = Array.from({ length: 500 }, (_, at) => `piece ${at} 🙂 `);
  const whole = pieces.join('');
  const text = new GrowingText('');
  let read = '';
  for (const piece of pieces) {
    text.add(piece);
    read += text.from(read.length);
  }
  expect(read).toBe(whole);
  expect(text.length).toBe(whole.length);
  for (const start of [0, 1, 700, whole.length - 3, whole.length])
    expect(text.from(start)).toBe(whole.slice(start));
  expect(text.toString()).toBe(whole);
});

it('returns nothing from a place behind its end', () => {
  const text = new GrowingText('stored');
  expect(text.from(6)).toBe('');
  expect(text.from(90)).toBe('');
  text.add('');
  expect(text.from(90)).toBe('');
});
