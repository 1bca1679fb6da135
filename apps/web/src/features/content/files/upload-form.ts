import type { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';

/** Builds the form of an upload. Target and labels come first, because the server needs them before the first file. */
export const uploadForm = (
  knowledgeBaseId: string,
  files: readonly File[],
  { documentType, language, categories }: DocumentLabels,
): FormData => {
  const form = new FormData();
  form.append('knowledgeBaseId', knowledgeBaseId);
  if (documentType !== null) form.append('documentType', documentType);
  if (language !== null) form.append('language', language);
  for (const category of categories) form.append('category', category);
  for (const file of files) form.append('file', file, file.name);
  return form;
};
