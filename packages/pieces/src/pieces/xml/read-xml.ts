import { isObject, type JsonValue, maxDepth } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { SaxesParser } from 'saxes';
import { longestList } from '../../limits.ts';
import { PieceError } from '../../piece.ts';
import { refuse } from '../../refuse.ts';

interface Open {
  name: string;
  values: Map<string, JsonValue[]>;
  text: string;
}

/** The elements that are a list also where there is one of them: those with these names, or all. */
export type Lists = ReadonlySet<string> | 'all';

const isList = (lists: Lists, name: string): boolean =>
  !name.startsWith('@') && (lists === 'all' || lists.has(name));

/** An element with text only is its text; repeated elements are a list; attributes begin with @. */
const toElementValue = ({ values, text }: Open, lists: Lists): JsonValue => {
  const shown = text.trim();
  if (values.size === 0) return shown;
  const entries = [...values].map(([name, all]): [string, JsonValue] => {
    const [first = null, ...more] = all;
    return [name, more.length === 0 && !isList(lists, name) ? first : all];
  });
  return Object.fromEntries(shown === '' ? entries : [...entries, ['#text', shown]]);
};

const add = ({ values }: Open, name: string, value: JsonValue): void => {
  const all = values.get(name);
  if (all) all.push(value);
  else values.set(name, [value]);
};

/**
 * Converts XML to an object. Entities of a document type are not known and refused, so nothing is expanded or loaded.
 * Throws PieceError `pieces.invalid_input` and `pieces.too_large`.
 */
export const readXml = (text: string, lists: Lists = new Set()): FieldValues => {
  const parser = new SaxesParser();
  const root: Open = { name: '', values: new Map(), text: '' };
  const open: Open[] = [root];
  let elements = 0;
  const top = () => open.at(-1) ?? root;
  parser.on('error', (error) => {
    const message = error.message.replace(/^(\d+):(\d+): /, 'line $1, column $2: ').replace(/\.$/, '');
    refuse(`The text is not valid XML (${message}). Please correct it.`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (elements > longestList)
      throw new PieceError(
        'pieces.too_large',
        `The XML has more than ${longestList} elements. Please work on a smaller part.`,
      );
    if (open.length >= maxDepth) refuse('The XML is nested too deeply. Please make it flatter.');
    const element: Open = { name, values: new Map(), text: '' };
    for (const [attribute, value] of Object.entries(attributes)) add(element, `@${attribute}`, value);
    open.push(element);
  });
  parser.on('text', (part) => (top().text += part));
  parser.on('cdata', (part) => (top().text += part));
  parser.on('closetag', () => {
    const element = open.pop() ?? root;
    add(top(), element.name, toElementValue(element, lists));
  });
  parser.write(text.replace(/^\uFEFF/, '').trimStart()).close();
  // The outermost element is one in every document.
  const value = toElementValue({ ...root, text: '' }, new Set());
  return isObject(value) ? value : {};
};
