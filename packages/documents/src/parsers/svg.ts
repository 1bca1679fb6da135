import type { Block } from '../block.ts';
import { readSample } from '../format/text-sample.ts';
import { measureHtml } from './html/html-depth.ts';
import { collectText, type HtmlNode, isElement, walkTree } from './html/html-tree.ts';
import type { Parser } from './source.ts';
import { readText } from './text-file.ts';

const told = new Set(['text', 'title', 'desc']);

/** Extracts the text of a drawing: its labels, title and description. */
export const parseSvg: Parser = async function* (source) {
  const { parseDocument } = await import('htmlparser2');
  // Entities that the file defines are not expanded.
  const options = { xmlMode: true };
  const { findXmlDeclaration } = await import('../encoding/index.ts');
  const declared = findXmlDeclaration(await readSample(source.path)) ?? '';
  const drawing = await readText({ ...source, progress: () => {}, declared: [declared] });
  await measureHtml(drawing, options);
  yield* labels(parseDocument(drawing, options));
};

const isLabel = (node: HtmlNode): boolean => isElement(node) && told.has(node.name.replace(/^.*:/, ''));

/** Yields the texts of a drawing in their order. */
function* labels(root: HtmlNode): Generator<Block> {
  for (const node of walkTree(root, isLabel)) {
    const text = isLabel(node) ? collectText(node, ' ') : '';
    if (text !== '') yield { kind: 'paragraph', text };
  }
}
