import { compileValue } from '../src/expressions/index.ts';

/** Prints how long compiled expressions take: `node packages/flows/bench/expressions.ts`. */
const scope = new Map<string, unknown>([
  ['trigger', { body: { n: 5, list: [1, 2, 3] } }],
  ['step_1', { items: Array.from({ length: 20_000 }, (_, index) => ({ index })) }],
]);

const nanosecondsOf = (text: string, times: number): number => {
  const compute = compileValue(text);
  for (let time = 0; time < times / 10; time += 1) compute(scope);
  const begin = process.hrtime.bigint();
  for (let time = 0; time < times; time += 1) compute(scope);
  return Math.round(Number(process.hrtime.bigint() - begin) / times);
};

for (const [text, times] of [
  ['{{trigger.body.n}}', 1_000_000],
  ['Order {{trigger.body.n}} of {{trigger.body.list}}', 200_000],
  ['{{trigger.body.n > 3 ? trigger.body.list.last() : 0}}', 200_000],
  ['{{step_1.items.filter(item.index % 2 == 0).length}}', 20],
] as const) {
  process.stdout.write(`${nanosecondsOf(text, times)} ns  ${text}\n`);
}
