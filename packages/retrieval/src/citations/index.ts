export { type CitationMarker, parseCitationMarkers } from './citation-markers.ts';
export {
  type Citation,
  type CitationOutput,
  type CitationStream,
  createCitationStream,
  renumberCitations,
} from './citation-stream.ts';
export { listMissingFigures } from './missing-figures.ts';
export { type Quote, selectQuote } from './select-quote.ts';
