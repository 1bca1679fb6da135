import type { JsonValue } from '@atelier/contracts/fields/field-values';

export type Key = string | number;

/** A value of a step with constant keys, such as `step_1.items[0].name`. */
export interface PathNode {
  type: 'path';
  name: string;
  keys: Key[];
  /** Its beginning in the text, and the ends of its name and of each of its keys. */
  start: number;
  ends: number[];
}

/** A list of which every entry is computed (`map`) or examined (`filter`). */
export interface EachNode {
  type: 'each';
  method: 'map' | 'filter';
  list: Node;
  /** The number of the variable that contains the entry; the one after it contains the position. */
  slot: number;
  body: Node;
}

/** Two sides with an operator between them. */
export interface BinaryNode {
  type: 'binary';
  sign: string;
  left: Node;
  right: Node;
}

/** A parsed expression. */
export type Node =
  | PathNode
  | EachNode
  | { type: 'value'; value: JsonValue }
  | { type: 'local'; slot: number }
  | { type: 'key'; of: Node; key: Node }
  | { type: 'list'; items: Node[] }
  | { type: 'not' | 'minus' | 'plus'; of: Node }
  | BinaryNode
  | { type: 'choice'; condition: Node; yes: Node; no: Node }
  | { type: 'call'; method: string; of: Node; inputs: Node[] };

/** Returns the parts of an expression. */
export const listChildNodes = (node: Node): Node[] => {
  switch (node.type) {
    case 'each':
      return [node.list, node.body];
    case 'key':
      return [node.of, node.key];
    case 'list':
      return node.items;
    case 'binary':
      return [node.left, node.right];
    case 'choice':
      return [node.condition, node.yes, node.no];
    case 'call':
      return [node.of, ...node.inputs];
    case 'not':
    case 'minus':
    case 'plus':
      return [node.of];
    default:
      return [];
  }
};
