import type { Parser } from './source.ts';

/** Reads the duration of a recording from its container, if the container states it. Only a model can read the speech. */
export const parseRecording: Parser = async function* (source) {
  yield {
    kind: 'paragraph',
    text: '',
    unread: { kind: 'recording', seconds: await readSeconds(source.path) },
  };
};

async function readSeconds(path: string): Promise<number | null> {
  const { parseFile } = await import('music-metadata');
  // A container that the library does not know is not refused, because the model may know it.
  const facts = await parseFile(path, { duration: true, skipCovers: true }).catch(() => undefined);
  const seconds = facts?.format.duration;
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}
