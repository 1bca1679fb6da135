export { type Confinement } from '../sandbox/confinement.ts';
export {
  createParserPool,
  findParserConfinement,
  type ParserPool,
  type ParserPoolOptions,
} from './parser-pool.ts';
export { type ParserJob } from './parser-process.ts';
export { type DocumentNote, type ImageHandling, TextEncoding } from './wire.ts';
