import { readFile } from 'node:fs/promises';
import type { OfficeContentNode, OfficeParser } from 'officeparser';
import { readTabbedForms } from '../../tables/tabbed-forms.ts';
import type { Parser, Source } from '../source.ts';
import { chartNodes, readChart } from './charts.ts';
import { noteHiddenText, noteLeftOut } from './left-out.ts';
import { officeBlocks, slideCount } from './office-nodes.ts';
import { arePicturesRead, createPictureReader } from './office-pictures.ts';
import { prepareOdt } from './prepare-odt.ts';
import { preparePptx } from './prepare-pptx.ts';
import { rewriteRtf } from './rtf/rewrite-rtf.ts';
import { prepareDocx } from './word/prepare-docx.ts';

/** Parses DOCX, PPTX, ODT, ODP, RTF and EPUB with one library. The number of a slide becomes the page. */
export const parseOffice: Parser = async function* (source) {
  const { OfficeParser } = await import('officeparser');
  const tree = await OfficeParser.parseOffice(await readBytes(source), {
    fileType: officeType(source),
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
    // Large pictures are left out of the archives of these before.
    extractAttachments: arePicturesRead(source, source.size) || ['docx', 'pptx'].includes(source.format),
  });
  source.progress(0.5);
  const content = withCharts(tree.content, tree.attachments);
  const slides = slideCount(content);
  if (slides > 0) source.pages(slides);
  const pictures = createPictureReader(source, tree.attachments);
  for (const { image, ...block } of readTabbedForms(officeBlocks(content))) {
    const shown = image === undefined ? block : await pictures.read(image, block);
    if (shown !== null) yield shown;
  }
  pictures.report();
};

/** Reads a file and rewrites what the library would lose or misread. */
function readBytes(source: Source): Promise<Buffer> {
  switch (source.format) {
    case 'docx':
      return prepareDocx(source);
    case 'pptx':
      return preparePptx(source);
    case 'odt':
    case 'odp':
      return prepareOdt(source);
    case 'rtf':
      return prepareRtf(source);
    default:
      return readFile(source.path);
  }
}

async function prepareRtf(source: Source): Promise<Buffer> {
  const { rtf, hidesText, ...beside } = rewriteRtf(await readFile(source.path, 'latin1'));
  if (hidesText) noteHiddenText(source);
  noteLeftOut(source, beside);
  return Buffer.from(rtf, 'latin1');
}

/** Puts the data of each chart of a presentation in its place, as a table. */
function withCharts(nodes: OfficeContentNode[], attachments: Attachments): OfficeContentNode[] {
  const charts = new Map(
    attachments.filter(({ type }) => type === 'chart').map(({ name, data }) => [name, data]),
  );
  if (charts.size === 0) return nodes;
  const replace = (node: OfficeContentNode): OfficeContentNode[] => {
    const data = node.type === 'chart' ? charts.get(node.metadata?.attachmentName ?? '') : undefined;
    if (data !== undefined) return chartNodes(readChart(Buffer.from(data, 'base64').toString('utf8')));
    if (node.children) node.children = node.children.flatMap(replace);
    return [node];
  };
  return nodes.flatMap(replace);
}

type Attachments = Awaited<ReturnType<typeof OfficeParser.parseOffice>>['attachments'];

const officeTypes = ['docx', 'pptx', 'odt', 'odp', 'rtf', 'epub'] as const;

function officeType(source: Source): (typeof officeTypes)[number] {
  const found = officeTypes.find((type) => type === source.format);
  if (found === undefined) throw new TypeError(`officeparser does not read ${source.format}`);
  return found;
}
