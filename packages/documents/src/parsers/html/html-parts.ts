import type { SpanCell } from '../../tables/grid.ts';
import { children, type HtmlElement, type HtmlNode, isElement, isHidden, isText } from './html-tree.ts';

/** Returns all text below a node as written. `br` and nested block elements become line ends. */
export function rawText(node: HtmlNode): string {
  if (isText(node)) return node.data;
  if (!isElement(node)) return children(node).map(rawText).join('');
  if (node.name === 'br') return '\n';
  if (node.name !== 'title' && isHidden(node, false)) return '';
  const text = children(node).map(rawText).join('');
  if (node.name === 'td' || node.name === 'th') return `${text} `;
  return isBox(node) ? `\n${text}\n` : text;
}

/** Returns true for elements that stand on lines of their own. */
export const isBox = ({ name }: HtmlElement): boolean => /^(p|div|li|tr|dt|dd)$/.test(name);

/** Returns false for layout tables, which contain block elements, headings or other tables. */
export function isDataTable(table: HtmlElement): boolean {
  if (table.attribs.role === 'presentation') return false;
  const rows = listTableRows(table);
  return rows.some((row) => listRowCells(row).length > 1) && !hasLayout(table);
}

function hasLayout(node: HtmlNode): boolean {
  return children(node).some(
    (child) =>
      (isElement(child) && /^(table|h[1-6]|article|section|form|pre)$/.test(child.name)) || hasLayout(child),
  );
}

/** Returns the rows of a table as its cells are written, with what they cover. */
export function tableRows(table: HtmlElement): SpanCell[][] {
  return listTableRows(table).map((row) => listRowCells(row).map(toSpanCell));
}

const readSpan = (value: string | undefined): number => {
  const span = Number.parseInt(value ?? '', 10);
  return Number.isNaN(span) || span < 0 ? 1 : span;
};

const toSpanCell = (cell: HtmlElement): SpanCell => ({
  text: rawText(cell),
  rowSpan: readSpan(cell.attribs.rowspan),
  columnSpan: Math.max(1, readSpan(cell.attribs.colspan)),
  isHead: cell.name === 'th' && cell.attribs.scope !== 'row',
  isMarked: cell.name === 'th' || isColoured(cell) || isBold(cell),
});

const isColoured = ({ attribs }: HtmlElement): boolean => {
  const ground = attribs.bgcolor ?? colouredStyle.exec(attribs.style ?? '')?.[1];
  return ground !== undefined && !isWhite.test(ground);
};

const colouredStyle = /background(?:-color)?:\s*([^;]+)/i;
const isWhite = /^\s*(?:#?fff(?:fff)?|white|none|transparent|inherit|initial)\s*$/i;
const boldStyle = /font-weight:\s*(?:bold|[6-9]00)/i;

/** Returns true where no text is without bold letters. */
const isBold = (node: HtmlNode): boolean => {
  if (isText(node)) return node.data.trim() === '';
  if (isElement(node) && (/^(?:b|strong)$/.test(node.name) || boldStyle.test(node.attribs.style ?? '')))
    return true;
  return children(node).every(isBold);
};

function listTableRows(node: HtmlNode): HtmlElement[] {
  return children(node).flatMap((child) => {
    if (!isElement(child)) return [];
    return child.name === 'tr' ? [child] : listTableRows(child);
  });
}

function listRowCells(row: HtmlElement): HtmlElement[] {
  return children(row)
    .filter(isElement)
    .filter((cell) => cell.name === 'td' || cell.name === 'th');
}
