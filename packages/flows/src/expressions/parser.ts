import { isReservedName } from '@atelier/contracts/fields/field-values';
import { readNumber } from '@atelier/contracts/kernel/exact-number';
import { ExpressionError } from './expression-error.ts';
import { type Token, tokenAt } from './lexer.ts';
import { isMethod } from './methods/index.ts';
import type { Node } from './syntax.ts';

/** Longest expression, most parts of one, and deepest nesting of parentheses and calls. */
export const expressionLimits = { length: 10_000, nodes: 500, depth: 30 } as const;

/** The precedence of each operator. */
const strengths = new Map(
  [
    ['??'],
    ['||'],
    ['&&'],
    ['==', '!=', '===', '!=='],
    ['<', '<=', '>', '>='],
    ['+', '-'],
    ['*', '/', '%'],
  ].flatMap((signs, at) => signs.map((sign) => [sign, at + 1] as const)),
);

const unary = new Map([
  ['!', 'not'],
  ['-', 'minus'],
  ['+', 'plus'],
] as const);

const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', null],
]);

const describe = ({ type, value }: Token) => (type === 'end' ? 'the end' : `“${value.slice(0, 40)}”`);

interface Local {
  name: string;
  slot: number;
}

/** Reads one expression from a text. Recursion is bounded by `expressionLimits`. */
class Parser {
  readonly #text: string;
  #token: Token;
  #nodes = 0;
  #depth = 0;
  #slots = 0;
  readonly #locals: Local[] = [];

  constructor(text: string, from: number) {
    this.#text = text;
    this.#token = tokenAt(text, from);
  }

  /** Returns the expression and the token after it. */
  read(): { node: Node; after: Token } {
    return { node: this.#expression(), after: this.#token };
  }

  #refuse(message: string, at = this.#token.start): never {
    throw new ExpressionError(message, at);
  }

  #make(node: Node): Node {
    this.#nodes += 1;
    if (this.#nodes > expressionLimits.nodes) this.#refuse('The expression has too many parts.');
    return node;
  }

  #advance(): Token {
    const token = this.#token;
    this.#token = tokenAt(this.#text, token.end);
    return token;
  }

  #is(sign: string): boolean {
    return this.#token.type === 'sign' && this.#token.value === sign;
  }

  #take(sign: string): boolean {
    const isIt = this.#is(sign);
    if (isIt) this.#advance();
    return isIt;
  }

  #expect(sign: string): Token {
    if (!this.#is(sign)) this.#refuse(`The expression needs “${sign}” instead of ${describe(this.#token)}.`);
    return this.#advance();
  }

  #expression(): Node {
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) this.#refuse('The expression is nested too deeply.');
    const condition = this.#binary(1);
    const node = this.#take('?') ? this.#choice(condition) : condition;
    this.#depth -= 1;
    return node;
  }

  #choice(condition: Node): Node {
    const yes = this.#expression();
    this.#expect(':');
    return this.#make({ type: 'choice', condition, yes, no: this.#expression() });
  }

  #binary(weakest: number): Node {
    let left = this.#unary();
    while (this.#token.type === 'sign') {
      const strength = strengths.get(this.#token.value) ?? 0;
      if (strength < weakest) break;
      const sign = this.#advance().value;
      left = this.#make({ type: 'binary', sign, left, right: this.#binary(strength + 1) });
    }
    return left;
  }

  #unary(): Node {
    const type = this.#token.type === 'sign' ? unary.get(this.#token.value as '!') : undefined;
    if (type === undefined) return this.#postfix(this.#primary());
    this.#depth += 1;
    if (this.#depth > expressionLimits.depth) this.#refuse('The expression is nested too deeply.');
    this.#advance();
    const node = this.#make({ type, of: this.#unary() });
    this.#depth -= 1;
    return node;
  }

  #primary(): Node {
    const token = this.#advance();
    if (token.type === 'number')
      return this.#make({ type: 'value', value: readNumber(token.value) ?? Number(token.value) });
    if (token.type === 'text') return this.#make({ type: 'value', value: token.value });
    if (token.type === 'name') return this.#name(token);
    if (token.type === 'sign' && token.value === '(') {
      const node = this.#expression();
      this.#expect(')');
      return node;
    }
    if (token.type === 'sign' && token.value === '[')
      return this.#make({ type: 'list', items: this.#listUntil(']') });
    return this.#refuse(`The expression needs a value instead of ${describe(token)}.`, token.start);
  }

  #name({ value: name, start, end }: Token): Node {
    const constant = constants.get(name);
    if (constant !== undefined) return this.#make({ type: 'value', value: constant });
    if (isReservedName(name)) this.#refuse(`“${name}” cannot be read.`, start);
    if (this.#is('(')) {
      this.#refuse(`“${name}” is written after a value, for example {{step_1.name.${name}()}}.`, start);
    }
    const local = this.#locals.findLast((it) => it.name === name);
    return this.#make(
      local ? { type: 'local', slot: local.slot } : { type: 'path', name, keys: [], start, ends: [end] },
    );
  }

  #listUntil(sign: string): Node[] {
    const items: Node[] = [];
    while (!this.#take(sign)) {
      if (items.length > 0) this.#expect(',');
      if (items.length > 0 && this.#take(sign)) break;
      items.push(this.#expression());
    }
    return items;
  }

  #postfix(first: Node): Node {
    let node = first;
    while (true) {
      if (this.#take('.')) node = this.#member(node);
      else if (this.#take('?.')) node = this.#is('[') ? this.#index(node) : this.#member(node);
      else if (this.#is('[')) node = this.#index(node);
      else return node;
    }
  }

  #index(of: Node): Node {
    this.#expect('[');
    const key = this.#expression();
    const { end } = this.#expect(']');
    return this.#keyed(of, key, end);
  }

  #keyed(of: Node, key: Node, end: number): Node {
    const constant = key.type === 'value' ? key.value : undefined;
    if (typeof constant === 'string' && isReservedName(constant))
      this.#refuse(`“${constant}” cannot be read.`);
    if (of.type === 'path' && (typeof constant === 'string' || typeof constant === 'number')) {
      return this.#make({ ...of, keys: [...of.keys, constant], ends: [...of.ends, end] });
    }
    return this.#make({ type: 'key', of, key });
  }

  #member(of: Node): Node {
    if (this.#token.type === 'number') {
      // The public format also writes `items.0.name`. The dot after the digit belongs to the next key.
      const { value, end } = this.#advance();
      if (value.includes('.')) this.#refuse('Please write a position in brackets, such as [0].');
      return this.#keyed(of, { type: 'value', value: Number(value) }, end);
    }
    if (this.#token.type !== 'name') this.#refuse('A dot must be followed by a name.');
    const { value: name, start, end } = this.#advance();
    if (isReservedName(name)) this.#refuse(`“${name}” cannot be read.`, start);
    if (!this.#is('(')) return this.#keyed(of, { type: 'value', value: name }, end);
    return this.#call(of, name, start);
  }

  #call(of: Node, method: string, start: number): Node {
    if (method !== 'map' && method !== 'filter' && !isMethod(method)) {
      this.#refuse(`There is no function “${method}”.`, start);
    }
    this.#expect('(');
    if (method !== 'map' && method !== 'filter') {
      return this.#make({ type: 'call', method, of, inputs: this.#listUntil(')') });
    }
    return this.#each(of, method);
  }

  /** Reads what is in the parentheses of `map(item.name)`, `map('name')`, and `filter(order => order.price > 10)`. */
  #each(list: Node, method: 'map' | 'filter'): Node {
    const slot = this.#slots;
    this.#slots += 2;
    const before = this.#locals.length;
    this.#locals.push(...this.#parameters(slot));
    const body = this.#textPath(slot) ?? this.#expression();
    this.#locals.length = before;
    this.#expect(')');
    return this.#make({ type: 'each', method, list, slot, body });
  }

  #parameters(slot: number): Local[] {
    const next = this.#token.type === 'name' ? tokenAt(this.#text, this.#token.end) : undefined;
    if (next?.value !== '=>' || next.type !== 'sign') {
      return [
        { name: 'item', slot },
        { name: 'index', slot: slot + 1 },
      ];
    }
    const { value: name } = this.#advance();
    this.#advance();
    return [{ name, slot }];
  }

  /** Reads `'address.city'`, if that is all there is. */
  #textPath(slot: number): Node | undefined {
    const { type, value, end } = this.#token;
    const after = type === 'text' ? tokenAt(this.#text, end) : undefined;
    if (after?.type !== 'sign' || after.value !== ')') return undefined;
    this.#advance();
    return value
      .split('.')
      .reduce<Node>(
        (of, key) => this.#keyed(of, this.#make({ type: 'value', value: key }), end),
        this.#make({ type: 'local', slot }),
      );
  }
}

/** Reads the expression that begins at `from`, and ends before `}}` or at the end of the text. Throws an ExpressionError. */
export const parseExpression = (text: string, from = 0): { node: Node; end: number } => {
  const { node, after } = new Parser(text, from).read();
  const isEnd = after.type === 'end' || (after.type === 'sign' && after.value === '}}');
  if (!isEnd) {
    throw new ExpressionError(`The expression cannot continue with ${describe(after)}.`, after.start);
  }
  if (after.start - from > expressionLimits.length) {
    throw new ExpressionError('The expression is too long.', from);
  }
  return { node, end: after.start };
};
