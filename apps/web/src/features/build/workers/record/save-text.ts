/** Saves the output of a record as `output.md` (RECORD-10). Empty output is not saved (RECORD-12, RECORD-13). */
export const saveText = (text: string, fileName = 'output.md'): void => {
  if (text === '') return;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
};
