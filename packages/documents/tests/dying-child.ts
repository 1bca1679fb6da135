import { readFileSync } from 'node:fs';

// A parser child that gives on what stands in a file, and dies after its first batch if the file's name asks for it. It is
// the first process of its world, which no signal of its own ends.
const batchOf = (path: string) => ({
  type: 'batch',
  blocks: [{ kind: 'paragraph', text: readFileSync(path, 'utf8').slice(0, 1000) }],
});

process.on('message', (order: { type: string; path?: string; name?: string }) => {
  if (order.type !== 'parse') return;
  process.send?.(batchOf(order.path ?? ''), () => {
    if (order.name?.startsWith('die')) process.abort();
    process.send?.({ type: 'done' });
  });
});
