import { ParserProcess } from '../src/process/parser-process.ts';

// A server that writes the process id of its parser child and then parses the file given by its first argument.
const childEntry = new URL('./failing-child.ts', import.meta.url);
const parser = new ParserProcess({ childEntry, heapMb: 256, deadlineMs: 60_000 });
let told = false;
for await (const block of parser.run({
  path: process.argv[2] ?? '',
  name: 'hang.txt',
  onProgress() {
    if (!told) void parser.pid().then((pid) => process.stdout.write(`${pid}\n`));
    told = true;
  },
})) {
  process.stdout.write(block.text);
}
