import type { RecordFile } from '@atelier/contracts/assistants/workers/record-shapes';
import { FileView } from '../../../../lib/source/file-view.tsx';
import { readShownFile } from './api.ts';
import type { ShownPlace } from './places-context.ts';

interface DocumentProps {
  recordId: string;
  file: RecordFile;
  place?: ShownPlace | undefined;
}

/** A document of a record beside what was done with it. */
export const Document = ({ recordId, file, place }: DocumentProps) => (
  <FileView file={file} readShown={(as) => readShownFile(recordId, file.id, as)} place={place} />
);
