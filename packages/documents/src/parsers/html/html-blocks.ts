import type { Block } from '../../block.ts';
import { singleLine } from '../../clean-text.ts';
import { toGrid } from '../../tables/grid.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import { readAlternative } from '../alternative-text.ts';
import { listBlocks } from './html-lists.ts';
import { isDataTable, rawText, tableRows } from './html-parts.ts';
import {
  children,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isHidden,
  isText,
  surroundings,
} from './html-tree.ts';

const headings = new Map(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, index + 1]));
const boxes = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hr html legend li main nav p section summary table tbody td tfoot th thead tr ul ol pre'.split(
    ' ',
  ),
);

/** The blocks of a page, and those of them that belong to it although an article would not have them. */
export interface Page {
  blocks: Block[];
  kept: ReadonlySet<Block>;
}

/** Returns a page's visible content. Navigation and the footer of the whole page are left out unless there is nothing else. */
export async function readPage(html: string): Promise<Page> {
  const { parseDocument } = await import('htmlparser2');
  const tree: HtmlNode = parseDocument(html);
  const content = new PageReader(true).read(tree);
  const { blocks, kept } = content.blocks.length > 0 ? content : new PageReader(false).read(tree);
  const title = findTitle(tree);
  const titled = title === '' || blocks.length === 0 || blocks.some((block) => block.level === 1);
  return { blocks: titled ? blocks : [{ kind: 'heading', text: title, level: 1 }, ...blocks], kept };
}

/** Returns the blocks of a page's visible content. */
export const htmlBlocks = async (html: string): Promise<Block[]> => (await readPage(html)).blocks;

class PageReader {
  readonly #contentOnly: boolean;
  readonly #blocks: Block[] = [];
  readonly #kept = new Set<Block>();
  #inline = '';
  /** The alternative texts of pictures in the paragraph, which stand behind it. */
  #pictures: string[] = [];
  /** The number of open elements that are the content of the page, and of those beside it. */
  #inContent = 0;
  #inAside = 0;

  constructor(contentOnly: boolean) {
    this.#contentOnly = contentOnly;
  }

  read(tree: HtmlNode): Page {
    this.#visit(tree);
    this.#flush();
    return { blocks: this.#blocks.filter((block) => block.text.trim() !== ''), kept: this.#kept };
  }

  #add(block: Block, isKept = this.#inAside > 0): void {
    this.#blocks.push(block);
    if (isKept) this.#kept.add(block);
  }

  #flush(): void {
    const text = this.#inline
      .split('\n')
      .map((line) => singleLine(line))
      .join('\n')
      .trim();
    this.#inline = '';
    if (text !== '') this.#add({ kind: 'paragraph', text });
    for (const picture of this.#pictures.splice(0)) this.#add({ kind: 'paragraph', text: picture }, true);
  }

  #special(element: HtmlElement): boolean {
    const level = headings.get(element.name);
    if (level !== undefined) {
      this.#flush();
      const text = singleLine(rawText(element));
      if (text !== '') this.#add({ kind: 'heading', text, level });
    } else if (element.name === 'pre') {
      this.#flush();
      this.#add({ kind: 'code', text: rawText(element) });
    } else if (element.name === 'ul' || element.name === 'ol') {
      this.#flush();
      for (const block of listBlocks(element)) this.#add(block);
    } else if (element.name === 'table' && isDataTable(element)) {
      this.#flush();
      const caption = children(element).find((child) => isElement(child) && child.name === 'caption');
      const text = caption === undefined ? '' : singleLine(rawText(caption));
      if (text !== '') this.#add({ kind: 'paragraph', text }, true);
      for (const block of tableBlocks(toGrid(tableRows(element)))) this.#add(block);
    } else return false;
    return true;
  }

  #visit(node: HtmlNode): void {
    if (isText(node)) this.#inline += node.data.replace(/\s+/g, ' ');
    else if (!isElement(node)) for (const child of children(node)) this.#visit(child);
    else if (this.#isLeftOut(node)) return;
    else if (node.name === 'br') this.#inline += '\n';
    else if (node.name === 'img') this.#picture(node);
    else if (!this.#special(node)) this.#inside(node);
  }

  /** Side notes, and footers within the content, belong to it; navigation and the footer of the page do not. */
  #isLeftOut(element: HtmlElement): boolean {
    const isFooterOfPart = element.name === 'footer' && this.#inContent > 0;
    return isHidden(element, this.#contentOnly && element.name !== 'aside' && !isFooterOfPart);
  }

  #picture({ attribs }: HtmlElement): void {
    const text = readAlternative(attribs.alt);
    if (text !== '' && !this.#pictures.includes(text)) this.#pictures.push(text);
  }

  #inside(element: HtmlElement): void {
    const isContent = element.name === 'main' || element.name === 'article';
    const isAside = this.#inContent > 0 && surroundings.has(element.name);
    const box = boxes.has(element.name);
    if (box) this.#flush();
    if (isContent) this.#inContent++;
    if (isAside) this.#inAside++;
    for (const child of children(element)) this.#visit(child);
    if (box) this.#flush();
    if (isContent) this.#inContent--;
    if (isAside) this.#inAside--;
  }
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
