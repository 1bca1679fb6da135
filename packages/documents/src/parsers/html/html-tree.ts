import type { parseDocument } from 'htmlparser2';
import { singleLine } from '../../clean-text.ts';

export type HtmlNode =
  | ReturnType<typeof parseDocument>
  | ReturnType<typeof parseDocument>['children'][number];
export type HtmlElement = Extract<HtmlNode, { name: string; attribs: Record<string, string> }>;
export type HtmlText = Extract<HtmlNode, { type: 'text' }>;

const invisible = new Set(
  'title script style noscript template svg math head iframe object embed canvas audio video button select option textarea input datalist'.split(
    ' ',
  ),
);
/** Elements beside the content of a page. */
export const surroundings = new Set(['nav', 'footer', 'aside']);

export const isText = (node: HtmlNode): node is HtmlText => node.type === 'text';

export const isElement = (node: HtmlNode): node is HtmlElement => 'attribs' in node;

export const children = (node: HtmlNode): readonly HtmlNode[] => ('children' in node ? node.children : []);

/** Yields a node and all nodes below it in their order, but none below a node that `isEnd` holds for. */
export function* walkTree(
  root: HtmlNode,
  isEnd: (node: HtmlNode) => boolean = () => false,
): Generator<HtmlNode> {
  const open: HtmlNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    // One by one, because a call takes only some 100,000 arguments.
    if (!isEnd(node)) for (const child of children(node).toReversed()) open.push(child);
  }
}

/** Returns all text below a node in one line; parts marked as character data are text. */
export const collectText = (root: HtmlNode, between = ''): string =>
  singleLine(
    Array.from(walkTree(root), (node) => (isText(node) ? [node.data] : []))
      .flat()
      .join(between),
  );

/** Returns true for elements that readers do not see or, with `contentOnly`, that surround the content. */
export function isHidden(element: HtmlElement, contentOnly: boolean): boolean {
  if (invisible.has(element.name) || 'hidden' in element.attribs) return true;
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.attribs.style ?? '')) return true;
  return contentOnly && surroundings.has(element.name);
}
