import '../src/parser-child.ts';

// A parser child that is killed from outside after its second batch, if the file's name asks for it.
let batches = -1;

process.on('message', (order: { type: string; name?: string }) => {
  if (order.type === 'parse') batches = order.name?.startsWith('die') ? 0 : -1;
});

const send = process.send?.bind(process);
process.send = (message: { type: string }) => {
  const sent = send?.(message) ?? false;
  if (batches >= 0 && message.type === 'batch' && ++batches === 2) process.kill(process.pid, 'SIGKILL');
  return sent;
};
