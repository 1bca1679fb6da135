import { longestPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import { useQuery } from '@tanstack/react-query';
import { sampleText } from './sample-text.ts';
import type { PreviewSubject } from './use-chunk-preview.ts';

/** Something that a preview can split: a text, an existing document, or a file on this computer. */
export interface PreviewChoice {
  value: string;
  label: string;
  subject?: PreviewSubject;
  file?: File;
}

export const sampleChoice: PreviewChoice = {
  value: 'sample',
  label: 'A sample text, or your own',
  subject: { name: 'sample.md', text: sampleText },
};

/** The greatest number of bytes in one character. */
const bytesPerCharacter = 4;
const plainText = /\.(txt|text|log|md|markdown|mdx|csv|tsv|tab|json|jsonl|ndjson|html?|xhtml)$/i;

/** Returns the files that a browser can read as text. The server reads the others when they are imported. */
export const choicesOfFiles = (files: readonly File[]): PreviewChoice[] =>
  files
    .filter(({ name, size }) => size > 0 && plainText.test(name))
    .slice(0, 20)
    .map((file, at) => ({ value: `${at} ${file.name}`, label: file.name, file }));

const readBeginning = async (file: File): Promise<string> =>
  (await file.slice(0, longestPreview * bytesPerCharacter).text()).slice(0, longestPreview);

/** Returns the text or document to split; undefined while a file is being read. */
export const usePreviewSubject = ({ value, subject, file }: PreviewChoice): PreviewSubject | undefined => {
  const { data } = useQuery({
    queryKey: ['beginning of a file', value, file?.size, file?.lastModified],
    queryFn: () => (file ? readBeginning(file) : ''),
    enabled: file !== undefined,
    gcTime: 0,
  });
  if (!file) return subject;
  return data === undefined ? undefined : { name: file.name, text: data };
};
