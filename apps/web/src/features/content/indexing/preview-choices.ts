import { longestPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import { useQuery } from '@tanstack/react-query';
import type { PreviewSubject } from './use-chunk-preview.ts';

/** A short handbook with headings, a list and a table, on which each strategy shows what it does. */
const sampleText = `# Working time

## Leave

Everybody has 25 days of leave a year. Whoever joins during a year has a share of them. Leave is asked for two weeks before, in the calendar of the team. Days that are left at the end of the year can be taken until the end of March.

Half days are possible. They count from noon, and nobody needs a reason for them.

## Illness

Whoever is ill says so before nine o'clock. From the third day on a doctor's note is needed. It goes to people@example.com, not to the team.

---

# Travel

Trips are booked at https://travel.example.com. The train is preferred to the plane wherever it takes less than six hours.

| City | Night | Day |
|---|---|---|
| Berlin | 140 | 28 |
| Paris | 190 | 45 |
| Vienna | 150 | 35 |

- Keep every receipt.
- Hand them in within a month.
- Ask before you book a room that costs more.
`;

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
