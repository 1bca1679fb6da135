import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';

// A parser child that returns the content of a file, or how the system ranks it. If the file's name asks for it, it exits after its first batch, or never ends. It is
// the first process of its namespace, where signals that it sends itself have no effect.
const batchOf = (path: string) => ({
  type: 'batch',
  blocks: [{ kind: 'paragraph', text: readFileSync(path, 'utf8').slice(0, 1000) }],
});

const computeForever = (): never => {
  for (;;) continue;
};

process.on('message', (order: { type: string; path?: string; name?: string }) => {
  if (order.type !== 'parse') return;
  if (order.name?.startsWith('hang')) {
    process.send?.({ type: 'progress', fraction: 0 }, computeForever);
    return;
  }
  if (order.name?.startsWith('rank')) {
    process.send?.({ type: 'batch', blocks: [{ kind: 'paragraph', text: String(getPriority()) }] });
    process.send?.({ type: 'done' });
    return;
  }
  process.send?.(batchOf(order.path ?? ''), () => {
    if (order.name?.startsWith('die')) process.abort();
    process.send?.({ type: 'done' });
  });
});
