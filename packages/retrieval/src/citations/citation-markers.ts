import { createMarkerScanner } from './marker-scanner.ts';

/** A marker in a text: `text.slice(start, end)` is `[2, 3]`, `numbers` are 2 and 3, as written. */
export type CitationMarker = { start: number; end: number; numbers: number[] };

/** Finds the markers `[1]`, `[2, 3]` and `[1-3]` of a complete text, except in code. */
export function parseCitationMarkers(text: string): CitationMarker[] {
  const scanner = createMarkerScanner();
  const markers: CitationMarker[] = [];
  let start = 0;
  for (const piece of [...scanner.push(text), ...scanner.end()]) {
    const end = start + piece.text.length;
    if (piece.kind === 'marker') markers.push({ start, end, numbers: piece.numbers });
    start = end;
  }
  return markers;
}
