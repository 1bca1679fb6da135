/** Common names for kinds of files, each with an extension that represents it. */
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

/** Returns a short phrase for the file types that the server accepts. */
export const kindsInWords = (endings: readonly string[]): string =>
  kinds
    .filter(([ending]) => endings.includes(ending))
    .map(([, word]) => word)
    .join(', ');
