import { isRecording } from '@atelier/contracts/content/documents/document-position';

/**
 * Reads what an estimate needs to know about a file: for sound and video also the length in seconds, if the container states
 * it.
 */
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
