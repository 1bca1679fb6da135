import { quoteEmbedding } from './quote-embedding.ts';
import { quotePictures, quoteRecording } from './quote-media.ts';

/** What work with models will cost, in credits at list price. */
export const quote = { embedding: quoteEmbedding, pictures: quotePictures, recording: quoteRecording };
