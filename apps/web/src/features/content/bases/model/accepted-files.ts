/** The words that people know kinds of files by, each with an ending that stands for it. */
const kinds = [
  ['.pdf', 'PDF'],
  ['.docx', 'Word'],
  ['.pptx', 'PowerPoint'],
  ['.xlsx', 'Excel'],
  ['.csv', 'CSV'],
  ['.html', 'HTML'],
  ['.md', 'Markdown'],
  ['.txt', 'text'],
  ['.json', 'JSON'],
  ['.png', 'pictures'],
  ['.mp3', 'audio'],
  ['.mp4', 'video'],
] as const;

/** What the server reads, in a few words. */
export const kindsInWords = (endings: readonly string[]): string =>
  kinds
    .filter(([ending]) => endings.includes(ending))
    .map(([, word]) => word)
    .join(', ');
