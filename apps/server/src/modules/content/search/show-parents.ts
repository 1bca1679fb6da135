import { type Child, growParents, type Parent } from '@atelier/retrieval/context';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { documentText, versionChunks } from '../documents/index.ts';
import type { Shown } from './read-hits.ts';
import type { FoundHit } from './rerank-hits.ts';

type TextPart = Awaited<ReturnType<typeof documentText.listBetween>>[number];

/** The most chunks on each side of a hit that its parent may include. */
const reach = 24;

const toChild = ({ found: { chunk } }: FoundHit): Child => ({
  id: chunk.id,
  documentId: chunk.importId,
  ordinal: chunk.ordinal,
  tokens: chunk.tokens,
  heading: chunk.heading,
  start: chunk.startOffset,
  end: chunk.endOffset,
});

const readNeighbours = async (tx: TxCtx, hits: readonly FoundHit[]): Promise<Map<string, Child[]>> => {
  const byDocument = new Map<string, Map<string, Child>>();
  for (const { found } of hits) {
    const { importId, indexVersionId, documentVersion, ordinal } = found.chunk;
    const around = { from: ordinal - reach, to: ordinal + reach };
    const range = { importId, indexVersionId, documentVersion, ...around };
    const known = byDocument.get(importId) ?? new Map<string, Child>();
    for (const row of await versionChunks.listNeighbours(tx, range)) {
      const { startOffset: start, endOffset: end, importId: documentId, ...rest } = row;
      known.set(row.id, { ...rest, documentId, start, end });
    }
    byDocument.set(importId, known);
  }
  return new Map(
    [...byDocument].map(([id, children]) => [
      id,
      [...children.values()].sort((a, b) => a.ordinal - b.ordinal),
    ]),
  );
};

/** Returns the document's text between two offsets. Gaps between its parts consist of line breaks. */
const textBetween = (parts: readonly TextPart[], start: number, end: number): string => {
  let text = '';
  for (const part of parts) {
    const from = Math.max(start, part.startOffset);
    text = text.padEnd(from - start, '\n') + part.text.slice(from - part.startOffset, end - part.startOffset);
  }
  return text.padEnd(end - start, '\n');
};

const showParent = async (tx: TxCtx, { start, end }: Parent, { found }: FoundHit): Promise<Shown> => {
  const { importId, documentVersion } = found.chunk;
  const parts = await documentText.listBetween(tx, { importId, documentVersion, start, end });
  const positions = parts.flatMap(({ page, second, startOffset }, at) => {
    const before = parts[at - 1];
    const isNew = (page !== null && page !== before?.page) || (second !== null && second !== before?.second);
    return isNew ? [{ page, second, start: Math.max(start, startOffset) }] : [];
  });
  return { text: textBetween(parts, start, end), start, end, positions };
};

/**
 * For PARENT_CHILD: shows each hit with the surrounding text under the same heading. Hits with the same parent are
 * combined; a chunk written by hand has no parent.
 */
export const showParents = async (
  tx: TxCtx,
  hits: readonly FoundHit[],
  { parentTokens, wholes }: { parentTokens: number; wholes: readonly Shown[] },
): Promise<{ hit: FoundHit; shown: Shown }[]> => {
  const byId = new Map(hits.map((each, at) => [each.hit.id, { hit: each, whole: wholes[at] }]));
  const fromText = hits.filter(({ found }) => !found.chunk.edited);
  const neighbours = await readNeighbours(tx, fromText);
  const parents = growParents(fromText.map(toChild), (id) => neighbours.get(id) ?? [], parentTokens);
  const shown = new Map<string, Shown>();
  for (const parent of parents) {
    const hit = byId.get(parent.child.id)?.hit;
    if (hit) shown.set(parent.child.id, await showParent(tx, parent, hit));
  }
  return hits.flatMap((each, at) => {
    const whole = wholes[at];
    const parent = shown.get(each.hit.id);
    if (parent) return [{ hit: each, shown: parent }];
    return each.found.chunk.edited && whole ? [{ hit: each, shown: whole }] : [];
  });
};
