import type { parseDocument } from 'htmlparser2';

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

/** Returns true for elements that readers do not see or, with `contentOnly`, that surround the content. */
export function isHidden(element: HtmlElement, contentOnly: boolean): boolean {
  if (invisible.has(element.name) || 'hidden' in element.attribs) return true;
  if (/display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.attribs.style ?? '')) return true;
  return contentOnly && surroundings.has(element.name);
}
