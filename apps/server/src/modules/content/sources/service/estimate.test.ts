import { expect, it } from 'vitest';
import {
  addUp,
  computeSeconds,
  estimateFile,
  picturesToSee,
  secondsOfModels,
  secondsToHear,
} from './estimate.ts';

it.each([
  ['a.txt', 0, { tokens: 0, pages: 1 }],
  ['a.txt', 40, { tokens: 10, pages: 1 }],
  ['a.txt', 41, { tokens: 11, pages: 1 }],
  ['a.txt', 2000, { tokens: 500, pages: 1 }],
  ['a.txt', 2001, { tokens: 501, pages: 2 }],
  ['unknown', 40, { tokens: 10, pages: 1 }],
  ['a.PDF', 600_000, { tokens: 5000, pages: 10 }],
  ['a.pdf', 600_001, { tokens: 5500, pages: 11 }],
  ['a.docx', 20_001, { tokens: 1000, pages: 2 }],
  ['a.epub', 20_000, { tokens: 500, pages: 1 }],
  ['a.pptx', 160_000, { tokens: 1000, pages: 2 }],
  ['a.xlsx', 401, { tokens: 151, pages: 1 }],
  ['a.html', 401, { tokens: 41, pages: 1 }],
  ['a.png', 5_000_000, { tokens: 300, pages: 1 }],
  ['a.png', 1, { tokens: 300, pages: 1 }],
  ['a.png', 0, { tokens: 0, pages: 1 }],
])('estimates %s of %i bytes', (name, size, expected) => {
  expect(estimateFile({ name, size })).toEqual(expected);
});

it.each([
  [
    { name: 'talk.mp3', size: 1_000_000 },
    { tokens: 200, pages: 1 },
  ],
  [
    { name: 'talk.mp3', size: 1, seconds: 150 },
    { tokens: 500, pages: 1 },
  ],
  [
    { name: 'talk.mp3', size: 1, seconds: 150.1 },
    { tokens: 501, pages: 2 },
  ],
])('estimates what is spoken in %j', (file, expected) => {
  expect(estimateFile(file)).toEqual(expected);
});

it('adds up the duration of recordings, by their size where it is not known', () => {
  const files = [
    { name: 'talk.mp3', size: 1_000_000 },
    { name: 'film.mp4', size: 10_000_000 },
    { name: 'call.wav', size: 1_000_000, seconds: 7 },
    { name: 'notes.txt', size: 1_000_000 },
  ];
  expect(secondsToHear(files)).toBe(60 + 60 + 7);
  expect(secondsToHear([])).toBe(0);
});

const pictured = [
  { name: 'photo.jpg', size: 1000 },
  { name: 'notes.txt', size: 1_000_000 },
  { name: 'paper.pdf', size: 300_000 },
  { name: 'report.docx', size: 60_000 },
];

it.each([
  ['OCR', pictured, 0],
  ['PAGE', pictured, 1 + 5 + 2],
  ['IMAGES', pictured, 1 + 3 + 2],
  ['PAGE', [], 0],
  ['PAGE', [{ name: 'data.xlsx', size: 1_000_000 }], 0],
] as const)('shows a model the pictures of files, with the setting %s', (handling, files, expected) => {
  expect(picturesToSee(files, handling)).toBe(expected);
});

it('adds up pages and tokens', () => {
  expect(addUp([])).toEqual({ pages: 0, tokens: 0 });
  const sizes = [
    { pages: 2, tokens: 700 },
    { pages: 3, tokens: 1100 },
  ];
  expect(addUp(sizes)).toEqual({ pages: 5, tokens: 1800 });
});

it('estimates the time of reading, of embedding, and of the models that hear and see', () => {
  expect(computeSeconds(20, 0, true)).toBe(3);
  expect(computeSeconds(20, 120_000, false)).toBe(6);
  expect(computeSeconds(20, 120_000, true)).toBe(14);
  expect(computeSeconds(1, 1, false)).toBe(1);
  expect(secondsOfModels(100, 2)).toBe(17);
  expect(secondsOfModels(1, 0)).toBe(1);
  expect(secondsOfModels(0, 0)).toBe(0);
});
