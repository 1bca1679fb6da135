import type { Block } from '../block.ts';
import { singleLine } from '../clean-text.ts';
import { readSample } from '../format/text-sample.ts';
import { measureHtml } from './html/html-depth.ts';
import {
  children,
  collectText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
} from './html/html-tree.ts';
import type { Parser } from './source.ts';
import { readText } from './text-file.ts';

/** Parses XML of any kind: elements with values become rows of names and values, and text with elements in it becomes paragraphs. */
export const parseXml: Parser = async function* (source) {
  const { parseDocument } = await import('htmlparser2');
  // Entities that the file defines are not expanded.
  const options = { xmlMode: true };
  const { findXmlDeclaration } = await import('../encoding/index.ts');
  const declared = findXmlDeclaration(await readSample(source.path)) ?? '';
  const text = await readText({ ...source, progress: () => {}, declared: [declared] });
  await measureHtml(text, options);
  source.progress(0.5);
  yield* readElement(parseDocument(text, options));
};

const localName = ({ name }: HtmlElement): string => name.slice(name.indexOf(':') + 1);

const attributeLines = (element: HtmlElement, prefix: string): string[] =>
  Object.entries(element.attribs)
    .filter(([name, value]) => !/^xmlns|^xsi:/i.test(name) && value.trim() !== '')
    .map(([name, value]) => `${prefix}${name.slice(name.indexOf(':') + 1)}: ${singleLine(value)}`);

const isLeaf = (element: HtmlElement): boolean => !children(element).some(isElement);

const leafLines = (element: HtmlElement): string[] => {
  const text = collectText(element);
  const name = localName(element);
  return [...(text === '' ? [] : [`${name}: ${text}`]), ...attributeLines(element, `${name}.`)];
};

const hasOwnText = (node: HtmlNode): boolean =>
  children(node).some((child) => isText(child) && child.data.trim() !== '');

function* readElement(node: HtmlNode): Generator<Block> {
  let lines: string[] = isElement(node) ? attributeLines(node, '') : [];
  const end = function* (): Generator<Block> {
    if (lines.length > 0) yield { kind: 'row', text: lines.join('\n') };
    lines = [];
  };
  for (const child of children(node)) {
    if (!isElement(child)) continue;
    if (isLeaf(child)) {
      lines.push(...leafLines(child));
      continue;
    }
    yield* end();
    if (hasOwnText(child)) yield { kind: 'paragraph', text: collectText(child) };
    else yield* readElement(child);
  }
  yield* end();
}
