import { quoteEmbedding } from './quote-embedding.ts';
import { quotePictures, quoteRecording } from './quote-media.ts';

/** Estimates the cost of work with models, in credits at list price. */
export const quote = { embedding: quoteEmbedding, pictures: quotePictures, recording: quoteRecording };
