import type { Block } from '../../block.ts';
import { singleLine } from '../../clean-text.ts';
import { toGrid } from '../../tables/grid.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import { isDataTable, listText, rawText, tableRows } from './html-parts.ts';
import { children, type HtmlElement, type HtmlNode, isElement, isHidden, isText } from './html-tree.ts';

const headings = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, index + 1]));
const boxes = new Set(
  'address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend li main nav p section summary table tbody td tfoot th thead tr ul ol pre'.split(
    ' ',
  ),
);

/** Returns the blocks of a page's visible content. Navigation and footers are left out unless there is nothing else. */
export async function htmlBlocks(html: string): Promise<Block[]> {
  const { parseDocument } = await import('htmlparser2');
  const tree: HtmlNode = parseDocument(html);
  const content = collect(tree, true);
  const blocks = content.length > 0 ? content : collect(tree, false);
  const title = findTitle(tree);
  const titled = title === '' || blocks.length === 0 || blocks.some((block) => block.level === 1);
  return titled ? blocks : [{ kind: 'heading', text: title, level: 1 }, ...blocks];
}

function collect(tree: HtmlNode, contentOnly: boolean): Block[] {
  const blocks: Block[] = [];
  let inline = '';

  const flush = () => {
    const text = inline
      .split('\n')
      .map((line) => singleLine(line))
      .join('\n')
      .trim();
    if (text !== '') blocks.push({ kind: 'paragraph', text });
    inline = '';
  };

  const special = (element: HtmlElement): boolean => {
    const level = headings.get(element.name);
    if (level !== undefined) {
      flush();
      const text = singleLine(rawText(element));
      if (text !== '') blocks.push({ kind: 'heading', text, level });
    } else if (element.name === 'pre') {
      flush();
      blocks.push({ kind: 'code', text: rawText(element) });
    } else if (element.name === 'ul' || element.name === 'ol') {
      flush();
      blocks.push({ kind: 'list', text: listText(element) });
    } else if (element.name === 'table' && isDataTable(element)) {
      flush();
      blocks.push(...tableBlocks(toGrid(tableRows(element))));
    } else return false;
    return true;
  };

  const visit = (node: HtmlNode) => {
    if (isText(node)) inline += node.data.replace(/\s+/g, ' ');
    else if (!isElement(node)) for (const child of children(node)) visit(child);
    else if (isHidden(node, contentOnly)) return;
    else if (node.name === 'br') inline += '\n';
    else if (!special(node)) {
      const box = boxes.has(node.name);
      if (box) flush();
      for (const child of children(node)) visit(child);
      if (box) flush();
    }
  };

  visit(tree);
  flush();
  return blocks.filter((block) => block.text.trim() !== '');
}

function findTitle(node: HtmlNode): string {
  if (isElement(node) && node.name === 'title') return singleLine(rawText(node));
  if (isElement(node) && node.name === 'body') return '';
  for (const child of children(node)) {
    const found = findTitle(child);
    if (found !== '') return found;
  }
  return '';
}
