import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { refuse } from '../../refuse.ts';
import { showValue } from '../../values.ts';

/** Characters that XML 1.0 cannot contain, not even escaped. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const elementName = /^[\p{L}_][\p{L}\p{N}._-]{0,199}(?::[\p{L}_][\p{L}\p{N}._-]{0,199})?$/u;

const escape = (value: JsonValue): string =>
  showValue(value)
    .toWellFormed()
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (it) => escapes[it] ?? it);

const checkElementName = (name: string): string =>
  elementName.test(name)
    ? name
    : refuse(`“${name.slice(0, 60)}” cannot be the name of an element. Please rename it.`);

const isAttribute = (name: string): boolean => name.startsWith('@');

const element = (name: string, value: JsonValue): string => {
  if (Array.isArray(value)) return value.map((it) => element(name, it)).join('');
  const tag = checkElementName(name);
  if (!isObject(value)) return `<${tag}>${escape(value)}</${tag}>`;
  const attributes = Object.entries(value)
    .filter(([it]) => isAttribute(it))
    .map(([it, inner]) => ` ${checkElementName(it.slice(1))}="${escape(inner)}"`);
  const children = Object.entries(value)
    .filter(([it]) => !isAttribute(it))
    .map(([it, inner]) => (it === '#text' ? escape(inner) : element(it, inner)));
  return `<${tag}${attributes.join('')}>${children.join('')}</${tag}>`;
};

/** Writes a value as XML: the inverse of `readXml`. Throws PieceError `pieces.invalid_input`. */
export const writeXml = (value: JsonValue, root: string): string => {
  if (root !== '') return element(root, Array.isArray(value) ? { item: value } : value);
  const [only, ...more] = isObject(value) ? Object.entries(value) : [];
  if (only === undefined || more.length > 0 || Array.isArray(only[1]))
    return refuse('XML has exactly one outermost element. Please enter its name.');
  return element(only[0], only[1]);
};
