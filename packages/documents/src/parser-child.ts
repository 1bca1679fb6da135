import type { Block } from './block.ts';
import { toDocumentError } from './failure.ts';
import {
  batchesInFlight,
  type Lane,
  type ParserFile,
  ParserOrder,
  type ParserReport,
} from './process/wire.ts';
import { readBlocks } from './read-blocks.ts';

/** A batch is sent when it has this size, so that neither process ever holds a whole document. */
const batch = { blocks: 64, characters: 48_000 };

/** Milliseconds of work after which another document has its turn: about one scanned page. */
const sliceMs = 1000;

let credits = 0;
let resume: () => void = () => {};
let busy = false;
let slice: { lane: Lane; since: number } = { lane: 'parsing', since: 0 };
let go: () => void = () => {};

function send(report: ParserReport): void {
  // The parent may have ended while this process was parsing.
  if (process.connected) process.send?.(report);
}

async function sendBatch(blocks: Block[], isLast: boolean): Promise<void> {
  while (credits === 0) {
    await new Promise<void>((wake) => {
      resume = wake;
    });
  }
  credits--;
  send({ type: 'batch', blocks, ...(isLast && { isLast }) });
}

const isSliceOver = () => performance.now() - slice.since >= sliceMs;

async function turn(lane: Lane): Promise<void> {
  if (lane === slice.lane && !isSliceOver()) return;
  const allowed = new Promise<void>((resolve) => {
    go = resolve;
  });
  send({ type: 'turn', lane });
  await allowed;
  slice = { lane, since: performance.now() };
}

async function parse(file: ParserFile): Promise<void> {
  let blocks: Block[] = [];
  let characters = 0;
  let reported = 0;
  slice = { lane: 'parsing', since: performance.now() };
  const hooks = {
    progress(fraction: number) {
      if (fraction < reported + 0.01) return;
      reported = fraction;
      send({ type: 'progress', fraction: Math.min(1, fraction) });
    },
    pages: (count: number) => send({ type: 'pages', count }),
    note: (note: Parameters<Parameters<typeof readBlocks>[1]['note']>[0]) => send({ type: 'note', note }),
    turn,
  };
  for await (const block of readBlocks(file, hooks)) {
    // Text between scanned pages is read in the same lane until the time slice ends; otherwise alternating pages would change
    // the lane each time.
    if (isSliceOver()) await turn('parsing');
    blocks.push(block);
    characters += block.text.length + (block.unread?.kind === 'picture' ? block.unread.data.length : 0);
    if (blocks.length < batch.blocks && characters < batch.characters) continue;
    await sendBatch(blocks, false);
    blocks = [];
    characters = 0;
  }
  if (blocks.length > 0) await sendBatch(blocks, true);
  else send({ type: 'done' });
}

function fail(error: unknown): void {
  const { code, detail } = toDocumentError(error);
  send({ type: 'failed', code, detail });
}

process.on('message', (message) => {
  const order = ParserOrder.parse(message);
  if (order.type === 'more') {
    credits++;
    resume();
    return;
  }
  if (order.type === 'go') {
    go();
    return;
  }
  credits = batchesInFlight;
  busy = true;
  parse(order)
    .catch(fail)
    .finally(() => {
      busy = false;
    });
});

// Libraries throw from their own streams, outside any promise of ours.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (busy) fail(error);
  });
}

process.on('disconnect', () => process.exit(0));
