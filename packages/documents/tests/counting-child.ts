// A parser child that reports how many files it has read, including this one.
let files = 0;

process.on('message', (order: { type: string }) => {
  if (order.type !== 'parse') return;
  files += 1;
  process.send?.({ type: 'batch', blocks: [{ kind: 'paragraph', text: String(files) }], isLast: true });
});
