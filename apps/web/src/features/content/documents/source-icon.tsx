import {
  IconFile,
  IconFileText,
  IconFileTypeCsv,
  IconFileTypeDocx,
  IconFileTypeHtml,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeTxt,
  IconFileTypeXls,
  IconJson,
  IconMarkdown,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPlug,
  IconWorld,
} from '@tabler/icons-react';
import { sourceKindLabel, toFileExtension } from './import-source.ts';
import classes from './list/documents.module.css';

const bySource: Record<string, typeof IconFile> = {
  AUDIO: IconMusic,
  IMAGE: IconPhoto,
  VIDEO: IconMovie,
  URL: IconWorld,
  Text: IconFileText,
};

const byEnding: Record<string, typeof IconFile> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  doc: IconFileTypeDocx,
  pptx: IconFileTypePpt,
  xlsx: IconFileTypeXls,
  xls: IconFileTypeXls,
  csv: IconFileTypeCsv,
  html: IconFileTypeHtml,
  htm: IconFileTypeHtml,
  md: IconMarkdown,
  txt: IconFileTypeTxt,
  json: IconJson,
};

/** The kind of source of a document, as an icon with its name (IMPORT-16 to IMPORT-33). */
export const SourceIcon = ({ type, name }: { type: string; name: string }) => {
  const source = sourceKindLabel({ type, name });
  const Icon =
    source === 'DOCUMENT' ? (byEnding[toFileExtension(name)] ?? IconFile) : (bySource[source] ?? IconPlug);
  return (
    <span className={`muted rigid ${classes.icon}`} title={source}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <span className="sr-only">{source}: </span>
    </span>
  );
};
