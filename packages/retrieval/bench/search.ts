import process from 'node:process';
import { createLexicalIndex, encodeLexicalSegment, mergeSegments } from '../src/lexical/index.ts';
import { createRandom } from '../src/lexical/sample-corpus.fixture.ts';

/** Compares BM25 search over generated chunks with a scan that counts terms. Run: `node packages/retrieval/bench/search.ts`. */

const words = 200_000;
const chunkLength = 120;
const chunksPerSegment = 20;
const queries = 400;

const random = createRandom(7);
const word = () => `t${Math.floor(words ** random())}q`;
const percentile = (values: number[], share: number): string =>
  (values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0).toFixed(2);
const timed = <T>(action: () => T): [number, T] => {
  const start = performance.now();
  const result = action();
  return [performance.now() - start, result];
};

function makeChunks(count: number) {
  return Array.from({ length: count }, (_, place) => ({
    id: `chk_${String(place).padStart(8, '0')}`,
    text: Array.from({ length: chunkLength }, word).join(' '),
  }));
}

/** Returns five words of one chunk. Two of them are common, as in a real question. */
function makeQueries(chunks: ReturnType<typeof makeChunks>) {
  return Array.from({ length: queries }, () => {
    const text = chunks[Math.floor(random() * chunks.length)]?.text ?? '';
    return text.split(' ').slice(10, 15).join(' ');
  });
}

/** Merges as the background job does: at most fifty segments at once. */
function mergeInTiers(segments: readonly Uint8Array[]): Uint8Array {
  if (segments.length <= 50) return mergeSegments(segments);
  const tiers = Array.from({ length: Math.ceil(segments.length / 50) }, (_, tier) =>
    mergeSegments(segments.slice(tier * 50, (tier + 1) * 50)),
  );
  return mergeInTiers(tiers);
}

function scan(bags: ReadonlyArray<readonly string[]>, query: string): number {
  const wanted = new Set(query.split(' '));
  let best = 0;
  for (const bag of bags) {
    let count = 0;
    for (const term of bag) if (wanted.has(term)) count += 1;
    if (count > best) best = count;
  }
  return best;
}

for (const count of [10_000, 100_000]) {
  const chunks = makeChunks(count);
  const [encodeMs, segments] = timed(() =>
    Array.from({ length: count / chunksPerSegment }, (_, number) =>
      encodeLexicalSegment(chunks.slice(number * chunksPerSegment, (number + 1) * chunksPerSegment)),
    ),
  );
  const [mergeMs, merged] = timed(() => mergeInTiers(segments));
  const asked = makeQueries(chunks);
  const bags = chunks.map(({ text }) => text.split(' '));
  const scanTimes = asked.slice(0, 5).map((query) => timed(() => scan(bags, query))[0]);
  const report = (name: string, parts: readonly Uint8Array[]) => {
    const index = createLexicalIndex();
    const [loadMs] = timed(() => parts.forEach((bytes, place) => index.addSegment(`s${place}`, bytes)));
    for (const query of asked.slice(0, 50)) index.search({ query, topK: 10 });
    const times = asked.map((query) => timed(() => index.search({ query, topK: 10 }))[0]);
    const stored = parts.reduce((sum, { length }) => sum + length, 0);
    process.stdout.write(
      `${count} chunks, ${name}: stored ${(stored / 1e6).toFixed(1)} MB, load ${loadMs.toFixed(0)} ms, memory ` +
        `${(index.size.bytes / 1e6).toFixed(1)} MB, search p50 ${percentile(times, 0.5)} p99 ${percentile(times, 0.99)} ms\n`,
    );
  };
  report(`${segments.length} segments`, segments);
  report('1 segment', [merged]);
  process.stdout.write(
    `${count} chunks: encode ${Math.round(count / (encodeMs / 1000))}/s, merge ${mergeMs.toFixed(0)} ms, ` +
      `scan p50 ${percentile(scanTimes, 0.5)} ms\n`,
  );
}
