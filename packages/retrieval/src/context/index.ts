export { type Child, growParents, type Parent } from '../parents/grow-parents.ts';
export {
  buildContext,
  type Context,
  type ContextChunk,
  type ContextHit,
  type LeftOut,
} from './build-context.ts';
export { type Compressed, compressChunk } from './compress-chunk.ts';
