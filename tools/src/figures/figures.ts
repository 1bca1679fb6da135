import { isTest } from '../checks/source-tree.ts';
import type { Figure } from './figure.ts';
import { findCircles, findLongestChain, type Sources } from './import-graph.ts';
import { findNamesInOf, findQuestions } from './words.ts';

const linesIn = (text: string): number => text.split('\n').length - Number(text.endsWith('\n'));

const serverFiles = (sources: Sources) =>
  [...sources.values()].filter(({ path }) => path.startsWith('apps/server/'));

/** Counts equal texts, the most frequent first. */
const countEach = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([text, found]) => `${found.length} × ${text}`);

const product = /^(apps|packages)\/.+\.(tsx?|css|sql|mjs)$/;
const isProduct = (path: string): boolean =>
  product.test(path) && !isTest(path) && !/(^|\/)(tests|fixtures)\//.test(path);

export const figures: readonly Figure[] = [
  {
    name: 'longest chain of imports',
    ...{ before: 121, goal: 60, limit: 52 },
    measure: ({ sources }) => {
      const chain = findLongestChain(sources);
      return { value: chain.length, worst: chain };
    },
  },
  {
    name: 'files in the largest circle of imports',
    ...{ before: 19, goal: 6, limit: 6 },
    measure: ({ sources }) => {
      const [largest = []] = findCircles(sources);
      return { value: largest.length, worst: largest };
    },
  },
  {
    name: 'circles of imports that load each other',
    ...{ before: 0, goal: 0, limit: 0 },
    measure: ({ sources }) => {
      const circles = findCircles(sources, { isOfValues: true });
      return { value: circles.length, worst: circles.flat() };
    },
  },
  {
    name: 'files for each 1,000 lines of the server',
    ...{ before: 15.9, goal: 11, limit: 11 },
    measure: ({ sources }) => {
      const files = serverFiles(sources);
      const lines = files.reduce((sum, { text }) => sum + linesIn(text), 0);
      const folders = files.map(({ path }) => path.split('/').slice(0, 6).join('/'));
      return { value: (files.length * 1000) / Math.max(lines, 1), worst: countEach(folders) };
    },
  },
  {
    name: 'functions whose names end in “Of”',
    ...{ before: 1416, goal: 300, limit: 61 },
    measure: ({ sources }) => {
      const names = [...sources.values()].flatMap(findNamesInOf);
      return { value: names.length, worst: countEach(names) };
    },
  },
  {
    name: 'comments that begin as a question',
    ...{ before: 594, goal: 60, limit: 0 },
    measure: ({ tree }) => {
      const files = tree.files.filter(({ path }) => isProduct(path));
      const paths = files.flatMap(({ path, text }) => findQuestions(text).map(() => path));
      return { value: paths.length, worst: countEach(paths) };
    },
  },
  {
    name: 'lines of the product, without tests',
    ...{ before: 257_196, goal: 247_000, limit: 256_297 },
    measure: ({ tree }) => {
      const files = tree.files.filter(({ path }) => isProduct(path));
      return { value: files.reduce((sum, { text }) => sum + linesIn(text), 0), worst: [] };
    },
  },
];
