// How an answer cites its sources, for everything that answers.
export { citeChunk, createCiter, type Mark } from './cite.ts';
