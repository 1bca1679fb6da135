import { parseExtension } from './formats.ts';

/** Types that cannot be read, by the extensions of their files, and what helps. */
const types: Readonly<Record<string, readonly [noun: string, help: string]>> = {
  msg: ['Messages of Outlook', 'save it as .eml or PDF'],
  pst: ['Mailboxes of Outlook', 'export the mails as .eml or .mbox'],
  ppt: ['Presentations of PowerPoint 97–2003', 'save it as .pptx'],
  pps: ['Presentations of PowerPoint 97–2003', 'save it as .pptx'],
  pages: ['Documents of Pages', 'export it as a Word document or PDF'],
  key: ['Presentations of Keynote', 'export it as .pptx or PDF'],
  numbers: ['Sheets of Numbers', 'export it as .xlsx'],
  mht: ['Web archives', 'save the page as HTML or PDF'],
  mhtml: ['Web archives', 'save the page as HTML or PDF'],
  vsd: ['Drawings of Visio', 'save it as PDF'],
  vsdx: ['Drawings of Visio', 'save it as PDF'],
  one: ['Notebooks of OneNote', 'export it as PDF'],
  wpd: ['Documents of WordPerfect', 'save it as a Word document or PDF'],
  xlsb: ['Binary workbooks of Excel', 'save it as .xlsx'],
  odg: ['Drawings of OpenDocument', 'save it as PDF'],
  zip: ['Archives', 'upload the files in it'],
};

/** Says by name that a type of files cannot be read, and what helps. */
export function describeUnreadable(extension: string): string {
  const [noun, help] = (Object.hasOwn(types, extension) ? types[extension] : undefined) ?? [
    'Files of the type',
    'save it in a supported type, such as PDF',
  ];
  const named = noun === 'Files of the type' ? `${noun} .${extension}` : `${noun} (.${extension})`;
  return `${named} cannot be read. Please ${help}.`;
}

/** Says of each known type that cannot be read what helps, by its extension in lower case without the dot. */
export const unreadableTypes: ReadonlyMap<string, string> = new Map(
  Object.keys(types).map((extension) => [extension, describeUnreadable(extension)]),
);

/** Returns why a file cannot be read, and what helps, where its name alone tells. */
export const explainUnreadable = (name: string): string | undefined =>
  unreadableTypes.get(parseExtension(name));
