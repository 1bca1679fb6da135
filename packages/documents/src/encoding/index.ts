export { findPageDeclarations, findXmlDeclaration } from './declarations.ts';
export { type DecodedText, decodeDeclared, decodeText, findBadByte } from './decode-text.ts';
export { type Certainty, type Detected, detectStreamEncoding } from './detect-encoding.ts';
export { resolveEncoding, showEncoding } from './labels.ts';
export { findMark, findWide, hasControls, isEbcdic } from './marks.ts';
export { type BadPlaces, TextDecoding } from './text-decoding.ts';
