import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { numbersFrom } from './mutate.ts';
import { mutateArchive } from './mutate-archive.ts';

const packed = (text: string) =>
  Buffer.from(zipSync({ 'a.xml': strToU8(`<a>${text}</a>`), 'b.xml': strToU8('<b/>') }));

it('changes the files inside an archive, which stays whole', () => {
  const pick = numbersFrom(1);
  let changed = 0;
  for (let at = 0; at < 100; at += 1) {
    const made = mutateArchive(packed('one two three'), packed('four'), pick);
    try {
      const files = unzipSync(made);
      expect(Object.keys(files)).toEqual(['a.xml', 'b.xml']);
      if (strFromU8(files['a.xml'] ?? new Uint8Array(), true) !== '<a>one two three</a>') changed += 1;
    } catch {
      // About one of ten is changed as bytes.
    }
  }
  expect(changed).toBeGreaterThan(30);
});

it('changes what is no archive as bytes', () => {
  const pick = numbersFrom(2);
  const made = Array.from({ length: 20 }, () =>
    mutateArchive(Buffer.from('plain'), Buffer.alloc(0), pick).toString('latin1'),
  );
  expect(made.filter((text) => text !== 'plain').length).toBeGreaterThan(15);
});
