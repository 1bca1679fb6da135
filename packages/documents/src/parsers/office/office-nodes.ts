import type { OfficeContentNode } from 'officeparser';
import type { Block } from '../../block.ts';
import { singleLine } from '../../clean-text.ts';
import { type SpanCell, toGrid } from '../../tables/grid.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import { readAlternative } from '../alternative-text.ts';
import { labelMark } from './word/label-mark.ts';

type Position = Pick<Block, 'page'>;
/** `image` is set for a picture: the name under which the document contains it. */
export type OfficeBlock = Block & { image?: string };
type Node = OfficeContentNode;

const listCharacters = 2000;
const titleCharacters = 120;
const longestHeading = 250;

/** Yields the blocks of an officeparser tree in reading order. */
export function* officeBlocks(nodes: readonly Node[], position: Position = {}): Generator<OfficeBlock> {
  let items: string[] = [];
  const endList = function* (): Generator<OfficeBlock> {
    if (items.length > 0) yield { ...position, kind: 'list', text: items.join('\n') };
    items = [];
  };
  for (const node of nodes) {
    if (node.type !== 'list') {
      yield* endList();
      yield* nodeBlocks(node, position);
      continue;
    }
    items.push(listItem(node));
    const behind = [...imageBlocks(node, position), ...noteBlocks(node, position)];
    if (behind.length > 0 || items.join('\n').length > listCharacters) yield* endList();
    yield* behind;
  }
  yield* endList();
}

const skipped: readonly Node['type'][] = ['comment', 'break', 'header', 'footer', 'slideMaster', 'note'];

const readSlideNumber = (slide: Node & { type: 'slide' }): number => slide.metadata?.slideNumber ?? 1;

function* nodeBlocks(node: Node, position: Position): Generator<OfficeBlock> {
  if (skipped.includes(node.type)) return;
  if (node.type === 'slide') {
    yield* slideBlocks(node, { page: readSlideNumber(node) });
    return;
  }
  yield* contentBlocks(node, position);
  yield* noteBlocks(node, position);
}

/** Returns the number of the last slide; 0 when there are none. */
export const slideCount = (nodes: readonly Node[]): number =>
  nodes.reduce((last, node) => (node.type === 'slide' ? Math.max(last, readSlideNumber(node)) : last), 0);

type Image = Node & { type: 'image' };

/** Returns the pictures in a node, in their order. */
function imagesIn(node: Node): Image[] {
  if (node.type === 'image') return node.metadata === undefined ? [] : [node];
  return (node.children ?? []).flatMap(imagesIn);
}

/** Yields what the pictures in a node show in words, and the pictures themselves. */
function* imageBlocks(node: Node, position: Position): Generator<OfficeBlock> {
  for (const { metadata } of imagesIn(node)) {
    const text = readAlternative(metadata?.altText);
    if (text !== '') yield { ...position, kind: 'paragraph', text };
    const image = metadata?.attachmentName;
    if (image !== undefined) yield { ...position, kind: 'paragraph', text: '', image };
  }
}

/** Pictures inside a line of text are placed after it. */
function* contentBlocks(node: Node, position: Position): Generator<OfficeBlock> {
  const isText = node.type === 'paragraph' || node.type === 'text' || node.children === undefined;
  const isHolder = !isText && !['heading', 'table', 'code'].includes(node.type);
  if (isHolder) {
    yield* officeBlocks(node.children ?? [], position);
    return;
  }
  if (node.type === 'heading') yield headingBlock(node, position);
  else if (node.type === 'table') yield* tableBlocks(toGrid(tableRows(node)), position);
  else if (node.type === 'code') yield { ...position, kind: 'code', text: toNodeText(node) };
  else yield { ...position, kind: 'paragraph', text: toNodeText(node) };
  yield* imageBlocks(node, position);
}

/** Contracts have whole clauses in the styles of headings. */
function headingBlock(node: Node & { type: 'heading' }, position: Position): Block {
  const text = singleLine(toNodeText(node));
  return text.length > longestHeading
    ? { ...position, kind: 'paragraph', text }
    : { ...position, kind: 'heading', text, level: levelOf(node) };
}

const levelOf = (node: Node & { type: 'heading' }) => Math.max(1, Math.round(node.metadata?.level ?? 1));

/** A slide without a title placeholder is named by its first short line. */
function* slideBlocks(slide: Node, position: Position): Generator<OfficeBlock> {
  const blocks = [...officeBlocks(slide.children ?? [], position)].filter(
    ({ text, image }) => image !== undefined || text.trim() !== '',
  );
  const title = blocks[0];
  if (title !== undefined && isTitle(title) && blocks.every((block) => block.kind !== 'heading')) {
    yield { ...position, kind: 'heading', text: singleLine(title.text), level: 1 };
    yield* blocks.slice(1);
  } else yield* blocks;
  yield* noteBlocks(slide, position);
}

function isTitle(block: OfficeBlock): boolean {
  return (
    block.kind === 'paragraph' &&
    block.image === undefined &&
    block.text.length <= titleCharacters &&
    !/[.:;]$/.test(block.text.trim())
  );
}

/** Returns footnotes and speaker notes, without the slide number that PowerPoint prints on a notes page. */
function* noteBlocks(node: Node, position: Position): Generator<OfficeBlock> {
  const noted = [node, ...(node.type === 'slide' ? [] : (node.children ?? []))];
  for (const note of noted.flatMap((holder) => holder.notes ?? [])) {
    const parts = note.children === undefined ? [note.text ?? ''] : note.children.map(toNodeText);
    const text = parts.filter((part) => !/^\s*(?:\d+\s*)?$/.test(part)).join('\n');
    if (text !== '') yield { ...position, kind: 'paragraph', text };
  }
}

function listItem(node: Node & { type: 'list' }): string {
  const indent = '  '.repeat(Math.max(0, Math.min(8, node.metadata?.indentation ?? 0)));
  const whole = singleLine(readText(node));
  const text = whole.replace(labelMark, '');
  if (whole.startsWith(labelMark)) return `${indent}${text}`;
  if (node.metadata?.listType !== 'ordered') return `${indent}- ${text}`;
  return /^\d+[.)]/.test(text)
    ? `${indent}${text}`
    : `${indent}${(node.metadata.itemIndex ?? 0) + 1}. ${text}`;
}

/** Returns the rows of a table. A merged cell stands once, with the rows and columns that it covers. */
function tableRows(table: Node): SpanCell[][] {
  return (table.children ?? [])
    .filter((row) => row.type === 'row')
    .map((row) => (row.children ?? []).flatMap((cell) => (cell.type === 'cell' ? [toSpanCell(cell)] : [])));
}

const isBold = (node: Node): boolean =>
  node.children === undefined || node.children.length === 0
    ? node.type !== 'text' || (node.text ?? '').trim() === '' || node.formatting?.bold === true
    : node.children.every(isBold);

const toSpanCell = (cell: Node & { type: 'cell' }): SpanCell => ({
  text: toNodeText(cell),
  rowSpan: cell.metadata?.rowSpan,
  columnSpan: cell.metadata?.colSpan,
  isHead: toNodeText(cell).trim() !== '' && isBold(cell),
});

const blockTypes: readonly Node['type'][] = ['paragraph', 'heading', 'list', 'table', 'row', 'cell', 'code'];

/** Returns a node's text with the line breaks that the author typed. */
const toNodeText = (node: Node): string => readText(node).replaceAll(labelMark, '');

function readText(node: Node): string {
  if (node.type === 'break') return '\n';
  if (node.type === 'image' || node.type === 'comment' || node.type === 'note') return '';
  if (node.children === undefined || node.children.length === 0) return node.text ?? '';
  let text = '';
  for (const child of node.children) {
    if (text !== '' && blockTypes.includes(child.type)) text += '\n';
    text += readText(child);
  }
  return text;
}
