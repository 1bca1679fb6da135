import { isRecording } from '@atelier/contracts/content/documents/document-position';

/** What an estimate needs to know of a file: of sound and films also how long they are, where the container tells. */
export const measureFile = async (file: File): Promise<{ name: string; size: number; seconds?: number }> => {
  const { name, size } = file;
  if (!isRecording(name)) return { name, size };
  const { parseBlob } = await import('music-metadata');
  const seconds = await parseBlob(file, { skipCovers: true }).then(
    ({ format }) => format.duration,
    () => undefined,
  );
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0
    ? { name, size, seconds }
    : { name, size };
};
