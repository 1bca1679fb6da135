/** The types of documents that can be read. */
export type Format =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'odt'
  | 'odp'
  | 'rtf'
  | 'epub'
  | 'xlsx'
  | 'xls'
  | 'ods'
  | 'doc'
  | 'csv'
  | 'tsv'
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'jsonl'
  | 'mail'
  | 'mailbox'
  | 'calendar'
  | 'notebook'
  | 'xml'
  | 'image'
  | 'svg'
  | 'recording';

type FormatFacts = {
  label: string;
  extensions: readonly string[];
  /** Binary formats have a signature; text formats are distinguished by name. */
  family: 'binary' | 'text';
  /** The size limit in MiB, which is lower where the library holds the whole document in memory. */
  maxMb: number;
};

export const formats: Record<Format, FormatFacts> = {
  pdf: { label: 'PDF', extensions: ['pdf'], family: 'binary', maxMb: 300 },
  docx: { label: 'Word document', extensions: ['docx', 'docm', 'dotx'], family: 'binary', maxMb: 200 },
  pptx: {
    label: 'PowerPoint presentation',
    extensions: ['pptx', 'pptm', 'ppsx'],
    family: 'binary',
    maxMb: 200,
  },
  odt: { label: 'OpenDocument text', extensions: ['odt', 'ott'], family: 'binary', maxMb: 200 },
  odp: { label: 'OpenDocument presentation', extensions: ['odp'], family: 'binary', maxMb: 200 },
  rtf: { label: 'Rich text', extensions: ['rtf'], family: 'binary', maxMb: 50 },
  epub: { label: 'E-book', extensions: ['epub'], family: 'binary', maxMb: 100 },
  xlsx: { label: 'Excel workbook', extensions: ['xlsx', 'xlsm', 'xltx'], family: 'binary', maxMb: 200 },
  xls: { label: 'Excel 97–2003 workbook', extensions: ['xls'], family: 'binary', maxMb: 50 },
  ods: { label: 'OpenDocument spreadsheet', extensions: ['ods'], family: 'binary', maxMb: 30 },
  doc: { label: 'Word 97–2003 document', extensions: ['doc', 'dot'], family: 'binary', maxMb: 100 },
  csv: { label: 'CSV table', extensions: ['csv'], family: 'text', maxMb: 500 },
  tsv: { label: 'Tab-separated table', extensions: ['tsv', 'tab'], family: 'text', maxMb: 500 },
  html: { label: 'Web page', extensions: ['html', 'htm', 'xhtml'], family: 'text', maxMb: 30 },
  markdown: { label: 'Markdown', extensions: ['md', 'markdown', 'mdx'], family: 'text', maxMb: 100 },
  text: { label: 'Plain text', extensions: ['txt', 'text', 'log'], family: 'text', maxMb: 200 },
  json: { label: 'JSON', extensions: ['json'], family: 'text', maxMb: 50 },
  jsonl: { label: 'JSON lines', extensions: ['jsonl', 'ndjson'], family: 'text', maxMb: 500 },
  mail: { label: 'Mail', extensions: ['eml'], family: 'text', maxMb: 50 },
  mailbox: { label: 'Mailbox', extensions: ['mbox'], family: 'text', maxMb: 50 },
  notebook: { label: 'Notebook', extensions: ['ipynb'], family: 'text', maxMb: 50 },
  xml: { label: 'XML', extensions: ['xml'], family: 'text', maxMb: 30 },
  calendar: { label: 'Calendar', extensions: ['ics'], family: 'text', maxMb: 50 },
  image: {
    label: 'Picture',
    extensions: ['png', 'jpg', 'jpeg', 'webp', 'bmp', 'gif', 'tif', 'tiff'],
    family: 'binary',
    maxMb: 50,
  },
  svg: { label: 'Drawing', extensions: ['svg'], family: 'text', maxMb: 20 },
  recording: {
    label: 'Recording',
    extensions: [
      ...['mp3', 'mpga', 'wav', 'm4a', 'aac', 'ogg', 'oga', 'opus', 'flac', 'webm'],
      ...['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'wmv', 'ogv'],
    ],
    family: 'binary',
    // The provider's model has a smaller limit, which it reports itself.
    maxMb: 10_000,
  },
};

const byExtension = new Map<string, Format>(
  formatNames(formats).flatMap((format) =>
    formats[format].extensions.map((extension): [string, Format] => [extension, format]),
  ),
);

/** Extensions that can be uploaded, lower case, without the dot. */
export const supportedExtensions: readonly string[] = [...byExtension.keys()];

/** Extensions of sound and video files. */
export const recordingExtensions: readonly string[] = formats.recording.extensions;

/** Returns the extension of a file name in lower case without the dot; '' when it has none. */
export function parseExtension(name: string): string {
  const match = /\.([^./\\\s]{1,12})$/.exec(name.trim());
  return match?.[1]?.toLowerCase() ?? '';
}

/** Returns the format that a file name suggests, or null. */
export function findFormatByName(name: string): Format | null {
  return byExtension.get(parseExtension(name)) ?? null;
}

/** Returns the common name of a type: `docx`, `.docx` and `plan.docx` are all `Word document`. */
export function describeExtension(nameOrExtension: string): string {
  const extension = nameOrExtension.includes('.')
    ? parseExtension(nameOrExtension)
    : nameOrExtension.toLowerCase();
  const format = byExtension.get(extension);
  if (format !== undefined) return formats[format].label;
  return extension === '' ? 'File' : `${extension.toUpperCase()} file`;
}

function formatNames<Name extends string>(table: Record<Name, unknown>): Name[] {
  return Object.keys(table) as Name[];
}
