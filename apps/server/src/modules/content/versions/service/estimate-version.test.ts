import { Chunking } from '@atelier/contracts/content/bases/chunking-shapes';
import { expect, it } from 'vitest';
import { recut } from './estimate-version.ts';

const size = (maxTokens: number, overlapTokens: number): Chunking =>
  Chunking.parse({ maxTokens, overlapTokens });

it.each([
  ['the same settings', { chunks: 7, tokens: 900 }, size(500, 50), size(500, 50), { chunks: 7, tokens: 900 }],
  ['nothing', { chunks: 0, tokens: 0 }, size(500, 50), size(100, 0), { chunks: 0, tokens: 0 }],
  ['one chunk', { chunks: 1, tokens: 100 }, size(100, 0), size(50, 0), { chunks: 2, tokens: 100 }],
  // A tenth is repeated, so that 900 of 1000 tokens are text, and chunks are half full.
  ['half full', { chunks: 4, tokens: 1000 }, size(500, 50), size(100, 0), { chunks: 18, tokens: 900 }],
  ['an overlap', { chunks: 2, tokens: 1000 }, size(500, 0), size(200, 50), { chunks: 7, tokens: 1334 }],
  ['a large overlap', { chunks: 2, tokens: 1000 }, size(500, 0), size(200, 100), { chunks: 8, tokens: 1500 }],
  ['full chunks', { chunks: 1, tokens: 1000 }, size(500, 0), size(100, 0), { chunks: 10, tokens: 1000 }],
  ['little text', { chunks: 1, tokens: 1 }, size(500, 0), size(100, 0), { chunks: 5, tokens: 1 }],
])('estimates how %s is cut anew', (_title, held, from, to, expected) => {
  expect(recut(held, from, to)).toEqual(expected);
});
