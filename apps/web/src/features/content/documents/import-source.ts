import { ImportType, importKinds } from '@atelier/contracts/content/bases/import-shapes';

const extensions = {
  AUDIO: ['mp3'],
  IMAGE: ['bmp', 'gif', 'jpg', 'jpeg', 'png', 'webp', 'svg'],
  VIDEO: ['avi', 'flv', 'mkv', 'mov', 'mp4', 'mpeg', 'mpg', 'webm', 'wmv', 'ogv'],
} as const;

/** Returns the extension of a file name in lower case, without its dot; '' when it has none. */
export const toFileExtension = (name: string): string =>
  /\.([^./\\\s]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

const kindOfFile = (name: string): string => {
  const ending = toFileExtension(name);
  const found = Object.entries(extensions).find(([, endings]) => endings.some((each) => each === ending));
  return found?.[0] ?? importKinds.FILE.name;
};

/** Returns the name of the source of a document (IMPORT-16 to IMPORT-33). */
export const sourceKindLabel = ({ type, name }: { type: string; name: string }): string => {
  const { data: known } = ImportType.safeParse(type);
  if (known === undefined) return 'Unknown';
  return known === 'FILE' ? kindOfFile(name) : importKinds[known].name;
};
