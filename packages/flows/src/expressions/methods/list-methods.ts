import { isAlike } from '../operators.ts';
import { listKeys, toNumber, toText } from '../values.ts';
import type { Method, Methods } from './method.ts';
import { sliceEnd } from './text-methods.ts';

type List = readonly unknown[];

const join: Method<List> = (list, [separator = ', '], computation) => {
  const between = toText(separator, computation);
  let length = 0;
  const texts = list.map((entry) => {
    const text = toText(entry, computation);
    length += text.length + between.length;
    computation.spendText(text.length + between.length);
    return text;
  });
  computation.spendText(length);
  return texts.join(between);
};

const slice: Method<List> = (list, [start = 0, end], computation) => {
  computation.spend(list.length);
  return list.slice(toNumber(start), sliceEnd(end));
};

export const listMethods: Methods<List> = new Map<string, Method<List>>([
  ['first', (list) => list[0]],
  ['last', (list) => list.at(-1)],
  ['join', join],
  ['slice', slice],
  ['includes', (list, [wanted], computation) => list.some((entry) => isAlike(entry, wanted, computation))],
  ['length', ({ length }) => length],
]);

export const objectMethods: Methods<object> = new Map<string, Method<object>>([
  ['keys', (of, _inputs, computation) => listKeys(of, computation)],
  ['length', (of, _inputs, computation) => listKeys(of, computation).length],
]);
