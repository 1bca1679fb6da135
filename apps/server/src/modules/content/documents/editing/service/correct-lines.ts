import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { type LineCorrection, mostCorrections } from '@atelier/contracts/content/documents/corrections';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { joinSections, readSections } from '../../kept-versions/document-text.ts';
import { keepVersion } from '../../kept-versions/keep-version.ts';
import { lockEditable } from '../../service/retry-import.ts';
import type { KeptCorrection } from '../../tables.ts';
import { orderContent } from './edit-content.ts';

/**
 * Returns, for each line that is corrected, which of the lines equal to it is meant, counted from 0. The text is read once, however many are
 * corrected. Throws `documents.changed` when another line begins at an offset.
 */
const countEqualLines = (text: string, corrections: readonly LineCorrection[]): number[] => {
  const counts = new Map(corrections.map(({ line }) => [line, 0]));
  const places = new Map<number, { line: string; nth: number }>();
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    const line = text.slice(start, end);
    const nth = counts.get(line);
    if (nth !== undefined) {
      places.set(start, { line, nth });
      counts.set(line, nth + 1);
    }
    start = end + 1;
  }
  return corrections.map(({ line, start }) => {
    const place = places.get(start);
    return place?.line === line ? place.nth : fail('documents.changed');
  });
};

interface Order {
  importId: string;
  /** The version that was shown to whoever corrects it. */
  version: number;
  corrections: readonly (LineCorrection | { name: string; text: string })[];
}

/**
 * Makes a new version of a document by reading its file again and replacing lines, or the names of columns, of what was read. The old text is
 * found until then. Throws `knowledge.import_not_found`, `documents.busy`, `documents.nothing_to_edit`, `documents.changed` when
 * the shown version is another one or has no such line, `documents.too_long`, and `documents.too_many_corrections`.
 */
export const correctLines = (
  ctx: AnyCtx,
  { importId, version, corrections }: Order,
): Promise<KnowledgeImport> =>
  ctx.tx(async (tx) => {
    const { import: row } = await lockEditable(tx, importId);
    if (row.shownVersion !== version) fail('documents.changed');
    if (row.corrections.length + corrections.length > mostCorrections) fail('documents.too_many_corrections');
    const text = joinSections(await readSections(tx, { importId, documentVersion: version }));
    const lines = corrections.filter((each) => 'line' in each);
    const numbers = countEqualLines(text, lines);
    const kept = corrections.map(
      (correction): KeptCorrection =>
        'line' in correction
          ? { line: correction.line, nth: numbers[lines.indexOf(correction)] ?? 0, text: correction.text }
          : correction,
    );
    const number = await keepVersion(tx, row, 'CORRECTION');
    await tx.audit('knowledge.lines_corrected', importId, { name: row.name, version: number });
    const { fileId, size, encoding } = row;
    return orderContent(tx, row, { fileId, size, encoding, corrections: [...row.corrections, ...kept] });
  });
