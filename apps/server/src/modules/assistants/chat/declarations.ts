// The citing of sources, for everything that answers.
export { citeChunk, createCiter, type Mark } from './cite.ts';
