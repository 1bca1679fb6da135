import type { RecordFile } from '@atelier/contracts/build/workers/record-shapes';
import { type FilePlace, FileView } from '../../../../lib/source/file-view.tsx';
import { readShownFile } from './api.ts';

interface DocumentProps {
  recordId: string;
  file: RecordFile;
  place?: FilePlace | undefined;
}

/** A document of a record beside what was done with it. */
export const Document = ({ recordId, file, place }: DocumentProps) => (
  <FileView file={file} readShown={(as) => readShownFile(recordId, file.id, as)} place={place} />
);
