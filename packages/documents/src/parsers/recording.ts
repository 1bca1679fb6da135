import type { Parser } from './source.ts';

/** How long a recording is, as far as its container tells; what is said in it only a model can read. */
export const parseRecording: Parser = async function* (source) {
  yield {
    kind: 'paragraph',
    text: '',
    unread: { kind: 'recording', seconds: await readSeconds(source.path) },
  };
};

async function readSeconds(path: string): Promise<number | null> {
  const { parseFile } = await import('music-metadata');
  // A container that the library does not know is no reason to refuse the file: the model may know it.
  const facts = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined);
  const seconds = facts?.format.duration;
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
