import { readFile } from 'node:fs/promises';
import { officeBlocks } from './office-nodes.ts';
import type { Parser, Source } from './source.ts';

/** DOCX, PPTX, ODT, ODP, RTF and EPUB through one library; slides keep their number as page. */
export const parseOffice: Parser = async function* (source) {
  const { OfficeParser } = await import('officeparser');
  const tree = await OfficeParser.parseOffice(await readFile(source.path), {
    fileType: officeType(source),
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
  });
  source.progress(0.5);
  yield* officeBlocks(tree.content);
};

const officeTypes = ['docx', 'pptx', 'odt', 'odp', 'rtf', 'epub'] as const;

function officeType(source: Source): (typeof officeTypes)[number] {
  const found = officeTypes.find((type) => type === source.format);
  if (found === undefined) throw new TypeError(`officeparser does not read ${source.format}`);
  return found;
}
