import type { RecordFile } from '@atelier/contracts/build/workers/record-shapes';
import { FileView } from '../../../../lib/source/file-view.tsx';
import { readShownFile } from './api.ts';

/** A document of a record beside what was done with it. */
export const Document = ({ recordId, file }: { recordId: string; file: RecordFile }) => (
  <FileView file={file} readShown={(as) => readShownFile(recordId, file.id, as)} />
);
